function Start-CwNode {
    <#
    .SYNOPSIS
        The boot task's work, as far as it can be done now; must be called under the lock.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER LeaveCache
        The cache stays where it is: an operation, or a person, restores it.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Start-CwNode -Machine (Get-CwHost)
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [switch] $LeaveCache
    )

    $inventory = Read-CwStateFile -Name 'inventory'
    $unbuilt = $null -eq $inventory
    if (-not $unbuilt -and $inventory.building) {
        $unbuilt = $null -eq (Get-CwStorageFact -Inventory $inventory).doubt
    }
    if ($unbuilt) {
        return New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message 'No storage of CacheWarden is on this node.'
    }
    $collected = @{}
    $storage = Connect-CwDataDrive -Machine $Machine -Fact $collected
    $tempdbMissing = $storage.tempdbVolume.expected -and -not $storage.tempdbVolume.present
    if ($tempdbMissing) {
        $null = Restore-CwTempdbDrive -Inventory $inventory -Fact $collected.facts
        # SQL Server, the only other copy of the primary's commits, doesn't wait for another look at all the storage.
        $storage.tempdbVolume.present = Test-CwTempdbFolder -Tempdb $inventory.tempdb
    }
    Confirm-CwStorageReady -Storage $storage
    $own = @(Get-CwOwnInstance)
    if (@($own | Where-Object { $_.service -eq 1 }).Count -gt 0) {
        Confirm-CwTempdbRoom -Inventory $inventory
    }
    Start-CwEveryInstance -Manual -Instance @($own | Where-Object { $_.startMode -ne 'Disabled' })
    Update-CwTempdbFile -Inventory $inventory -BootId $Machine.bootId
    if ($tempdbMissing -and -not (Test-CwOperationUnderWay)) {
        # An operation that is under way waits for this task's lock, to restore the cache itself.
        $storage = Get-CwStorageEvidence -Machine $Machine
    }
    if ($storage.classification -eq 'CACHE_ON_NVME') {
        $facts = Get-CwStorageFact -Inventory $inventory
        Save-CwInstanceStore -Inventory $inventory -Disk $facts.instanceStore
    }
    $restoring = -not $LeaveCache -and (Start-CwRestoreAtBoot -Machine $Machine -Storage $storage)
    $message = "Storage $($storage.classification), SQL Server started, cache being restored: $restoring."
    return New-CwVerdict -Code 'CW3014' -Outcome 'done' -Changed -Message $message
}
