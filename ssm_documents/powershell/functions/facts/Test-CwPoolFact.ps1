function Test-CwPoolFact {
    <#
    .SYNOPSIS
        Sees what an empty pool tells.
    .PARAMETER Pool
        The pool of the tries, without a virtual disk.
    .PARAMETER Disk
        What Confirm-CwDisposable returned.
    .PARAMETER Fact
        Takes the facts, by the name of the model's setting.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwPoolFact -Pool $pool -Disk $disks -Fact $fact
    .NOTES
        Source: [windows#empty-query], [windows#enumeration-text].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [hashtable] $Disk,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $seen = $false
    try {
        $null = @(Get-VirtualDisk -StoragePool $Pool -ErrorAction Stop)
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CmdletizationQuery_NotFound*') {
            throw
        }
        $seen = $true
    }
    $Fact['empty_query_is_error'] = ConvertTo-CwFactWord -Seen $seen
    $Fact['unconfirmed_as_text'] = ConvertTo-CwFactWord -Seen ($Pool.ReadOnlyReason -is [string])
}
