function Find-CwStorageObject {
    <#
    .SYNOPSIS
        Runs a query of the Storage module for which finding nothing is an answer, not an error.
    .DESCRIPTION
        Whether a query that is narrowed by an object, and finds nothing, is silent or an error isn't documented. Any
        other error ends the caller: a failed look-up is not the same as there being nothing.
    .PARAMETER Query
        The query, with -ErrorAction Stop. It sees the caller's variables.
    .OUTPUTS
        System.Object, what the query finds
    .EXAMPLE
        Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop }
    .NOTES
        Source: CDXML cmdlets report CmdletizationQuery_NotFound, with a property's name where one was looked up by its
        value: that stays an error.
    #>
    [CmdletBinding()]
    [OutputType([object])]
    param(
        [Parameter(Mandatory)] [scriptblock] $Query
    )

    try {
        & $Query
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CmdletizationQuery_NotFound,*') {
            throw
        }
    }
}
