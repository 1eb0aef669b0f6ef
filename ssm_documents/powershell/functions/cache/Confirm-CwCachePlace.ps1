function Confirm-CwCachePlace {
    <#
    .SYNOPSIS
        Guarantees that the cache is where a move should have brought it.
    .PARAMETER Work
        evacuate or restore.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        None; if it isn't so after two minutes the action ends with CW1053.
    .EXAMPLE
        Confirm-CwCachePlace -Work 'evacuate' -Machine (Get-CwHost)
    .NOTES
        Source: [glossary#proof-of-evacuation].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [ValidateSet('evacuate', 'restore')] [string] $Work,
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    $wait = @{}
    while ($true) {
        $collected = @{}
        $storage = Get-CwStorageEvidence -Machine $Machine -Fact $collected
        # Another volume's usage makes no restored cache one that must be moved back.
        $there = $collected.place -eq 'CACHE_ON_NVME' -and $storage.dataVolume.readable
        if ($Work -eq 'evacuate') {
            $there = $storage.proof.evacuated
        }
        if ($there) {
            $seen = @{ Inventory = $collected.inventory; Fact = $collected.facts; Machine = $Machine }
            Save-CwMemberRecord @seen -Move 'ended'
            if ($Work -eq 'restore') {
                # What came late is known from now on, and can't pass for another host's disk.
                Save-CwInstanceStore -Inventory $collected.inventory -Disk $collected.facts.instanceStore
            }
            return
        }
        if (-not (Test-CwTimeLeft -Wait $wait -Seconds 120)) {
            Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
                "After the move the storage is $($storage.classification): $($storage.proof.why).")
        }
        Start-Sleep -Seconds 5
    }
}
