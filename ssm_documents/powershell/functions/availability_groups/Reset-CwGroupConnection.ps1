function Reset-CwGroupConnection {
    <#
    .SYNOPSIS
        Opens the selection's connection anew, since an error may have broken it.
    .PARAMETER Selection
        Open-CwGroupSelection's answer; its connection is replaced.
    .OUTPUTS
        None
    .EXAMPLE
        Reset-CwGroupConnection -Selection $selection
    .NOTES
        Source: [availability-groups#errors-retry]: a connection may drop right after FAILOVER was accepted.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection
    )

    $Selection.connection.Dispose()
    $Selection.connection = Connect-CwSqlServer -Instance $Selection.instance
}
