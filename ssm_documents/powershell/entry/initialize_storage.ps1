# Builds the storage of a new node; on one that was built: attaches the virtual disk, creates the tempdb drive again.

$answer = Invoke-CwActingEntry -Action 'initialize_storage' -Body {
    param($Context)

    Update-CwStorageView
    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    if ($storage.classification -eq 'EMPTY' -or $storage.rebuilding) {
        $inventory = New-CwInventory -Fact $collected.facts -Inventory $collected.inventory
        Initialize-CwStorage -Inventory $inventory
        Save-CwActAtBoot -Machine $Context.host -Used
        $storage = Get-CwStorageEvidence -Machine $Context.host
        if ($storage.classification -ne 'CACHE_ON_NVME' -or -not $storage.dataVolume.readable) {
            Stop-CwAction -Code 'CW1055' -Outcome 'partial' -Changed -Message (
                "After building, the storage is $($storage.classification): $($storage.reasons -join '; ').")
        }
        $evidence = @{ storage = $storage }
        $message = "Built; the write-back cache has $($storage.virtualDisk.writeCacheBytes) bytes."
        $message += Get-CwClusteringNotice
        New-CwVerdict -Code 'CW1007' -Outcome 'done' -Changed -Message $message -Evidence $evidence
        return
    }

    if ($storage.classification -eq 'CACHE_LOST') {
        # What Windows attaches isn't lost. The workflow takes snapshots for a rebuild only where Windows doesn't
        # attach it.
        Confirm-CwUnattachable -VirtualDisk $collected.facts.virtualDisk
    }
    $attached = $storage.classification -eq 'DETACHED'
    $storage = Connect-CwDataDrive -Machine $Context.host
    $created = Restore-CwTempdbDrive -Inventory $collected.inventory
    $storage = Get-CwStorageEvidence -Machine $Context.host
    $evidence = @{ storage = $storage }
    $message = "The storage is $($storage.classification), tempdb drive present: $($storage.tempdbVolume.present)."
    $message += Get-CwClusteringNotice
    if ($created) {
        New-CwVerdict -Code 'CW1010' -Outcome 'done' -Changed -Message $message -Evidence $evidence
    }
    elseif ($attached) {
        New-CwVerdict -Code 'CW1009' -Outcome 'done' -Changed -Message $message -Evidence $evidence
    }
    else {
        New-CwVerdict -Code 'CW1008' -Outcome 'already' -Message $message -Evidence $evidence
    }
}
$answer.Json
exit $answer.ExitCode
