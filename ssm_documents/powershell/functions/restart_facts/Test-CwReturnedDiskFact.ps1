function Test-CwReturnedDiskFact {
    <#
    .SYNOPSIS
        Sees whether a pool that lost its majority stays read-only after its volumes have returned.
    .PARAMETER Trial
        Takes the fact.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwReturnedDiskFact -Trial $trial -Node $node
    .NOTES
        Source: [storage-pools#read-only-clears]. Windows has a minute.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    if ($Trial.unseen.Contains('storage.read_only_needs_clearing')) {
        return
    }
    $pool = $Node.pools['volumes']
    foreach ($look in 1..12) {
        if (-not $pool.IsReadOnly) {
            break
        }
        Start-Sleep -Seconds 5
        $found = @(Get-StoragePool -UniqueId $Trial.pools['volumes'] -ErrorAction Stop)
        $pool = Select-CwSingle -Found $found -What 'pool'
    }
    $Trial.fact['storage.read_only_needs_clearing'] = ConvertTo-CwFactWord -Seen ([bool] $pool.IsReadOnly)
}
