function Get-CwKnownInstance {
    <#
    .SYNOPSIS
        Lists the instances (Get-CwSqlInstance), and says of each whether it is a failover cluster instance.
    .DESCRIPTION
        Only SQL Server says it: what it said last is remembered, for an instance that doesn't run.
    .PARAMETER IncludeDisabled
        Disabled instances, too.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, as Get-CwSqlInstance's, and clustered: false where it never
        said so, or that can't be read; the node is observed all the same
    .EXAMPLE
        Get-CwKnownInstance | Where-Object { $_.clustered }
    .NOTES
        Source: [sql-server#manual-start].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [switch] $IncludeDisabled
    )

    $clustered = @()
    try {
        $known = Get-CwRememberedFile
        if ($null -ne $known) {
            $clustered = @(Get-CwPlannedValue -Plan $known -Name 'clustered' -Default @())
        }
    }
    catch {
        Write-CwLog -Message "what SQL Server said can't be read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    foreach ($instance in @(Get-CwSqlInstance -IncludeDisabled:$IncludeDisabled)) {
        $instance['clustered'] = $clustered -contains $instance.name
        $instance
    }
}
