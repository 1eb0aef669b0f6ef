# Removes the pool whose cache was lost, on a secondary only, so that InitializeStorage can build it anew; the data
# comes back by reseeding.

$answer = Invoke-CwActingEntry -Action 'rebuild_storage' -Body {
    param($Context)

    # It may be the first to look in this boot: only what is written down early tells another host.
    Watch-CwMember -Locked
    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    if ($collected.undone) {
        Write-CwStateFile -Name 'inventory' -Content $collected.inventory
    }
    if ($storage.classification -eq 'CACHE_ON_NVME') {
        $evidence = @{ storage = $storage }
        New-CwVerdict -Code 'CW1012' -Outcome 'already' -Message 'The storage is whole.' -Evidence $evidence
        return
    }
    if ($storage.classification -ne 'CACHE_LOST') {
        Stop-CwOnClassification -Name $storage.classification -Reason $storage.reasons -Refusal $collected.refusal
    }
    $inventory = $collected.inventory
    if (@($inventory.members | Where-Object { $_.role -eq 'data' }).Count -lt 2) {
        Stop-CwAction -Code 'CW1042' -Outcome 'unsafe' -Message 'The pool has one data volume; a new one needs two.'
    }
    $message = 'The removal of the lost pool was continued.'
    if ([string] $inventory.building -ne 'rebuild') {
        # Before SQL Server is started only to be asked, and once more when it has answered.
        Confirm-CwUnattachable -VirtualDisk $collected.facts.virtualDisk
        Confirm-CwRebuildDisk -Inventory $inventory -Fact $collected.facts
        $null = Restore-CwTempdbDrive -Inventory $inventory
        Confirm-CwRebuildAllowed -Inventory $inventory
        # The look at SQL Server took its time: only what is still so counts.
        $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
        if ($storage.classification -ne 'CACHE_LOST') {
            Stop-CwOnClassification -Name $storage.classification -Reason $storage.reasons -Refusal $collected.refusal
        }
        $inventory = $collected.inventory
        Confirm-CwUnattachable -VirtualDisk $collected.facts.virtualDisk
        $message = "The lost pool was removed: $($storage.reasons -join '; ')."
    }
    Remove-CwLostPool -Inventory $inventory -Fact $collected.facts
    New-CwVerdict -Code 'CW1011' -Outcome 'done' -Changed -Message $message
}
$answer.Json
exit $answer.ExitCode
