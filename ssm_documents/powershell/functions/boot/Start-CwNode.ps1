function Start-CwNode {
    <#
    .SYNOPSIS
        The boot task's work, as far as it can be done now; must be called under the lock.
    .PARAMETER Boot
        What the attempts share (Invoke-CwBootAttempt). Where the folder was open the cache stays where it is: an
        operation, or a person, restores it.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Start-CwNode -Boot $boot
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Boot
    )

    $inventory = Read-CwStateFile -Name 'inventory'
    $unbuilt = $null -eq $inventory
    if ($unbuilt) {
        $Boot.tried += @(Start-CwApartInstance -Ran $Boot.ran -Tried $Boot.tried)
        $null = Update-CwRunningService -Boot $Boot
    }
    elseif ($inventory.building -eq $true) {
        # Until a first building is finished Windows starts SQL Server; a rebuild is looked at like any storage.
        $unbuilt = $null -eq (Get-CwStorageFact -Inventory $inventory).doubt
    }
    if ($unbuilt) {
        return New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message 'No storage of CacheWarden is on this node.'
    }
    $collected = @{}
    try {
        $storage = Connect-CwDataDrive -Machine $Boot.machine -Fact $collected -AtBoot
        $Boot.served = $true
    }
    finally {
        $Boot.deadCache = $collected['deadCache']
    }
    $inventory = $collected.inventory
    $tempdbMissing = $storage.tempdbVolume.expected -and -not $storage.tempdbVolume.present
    if ($tempdbMissing) {
        $null = Restore-CwTempdbDrive -Inventory $inventory -Fact $collected.facts
        # SQL Server, the only other copy of the primary's commits, doesn't wait for another look at all the storage.
        $storage.tempdbVolume.present = Test-CwTempdbFolder -Tempdb $inventory.tempdb
    }
    Confirm-CwStorageReady -Storage $storage
    if (@(Get-CwOwnInstance | Where-Object { $_.service -eq 1 }).Count -gt 0) {
        Confirm-CwTempdbRoom -Inventory $inventory
    }
    $instances = @(Get-CwInstanceToStart -Ran $Boot.ran)
    $names = @($instances | ForEach-Object { $_.name })
    $alone = @(Get-CwOwnInstance | Where-Object {
            $_.service -eq 1 -and $_.startMode -ne 'Disabled' -and $names -notcontains $_.name
        } | ForEach-Object { $_.name })
    try {
        Start-CwEveryInstance -Manual -Instance $instances
    }
    finally {
        $null = Update-CwRunningService -Boot $Boot
    }
    Update-CwTempdbFile -Inventory $inventory -BootId $Boot.machine.bootId
    if ($tempdbMissing -and -not (Test-CwOperationUnderWay)) {
        # An operation that is under way waits for this task's lock, to restore the cache itself.
        $storage = Get-CwStorageEvidence -Machine $Boot.machine
    }
    if ($storage.classification -eq 'CACHE_ON_NVME') {
        $facts = Get-CwStorageFact -Inventory $inventory
        Save-CwInstanceStore -Inventory $inventory -Disk $facts.instanceStore
    }
    $restoring = -not $Boot.opened -and (Start-CwRestoreAtBoot -Machine $Boot.machine -Storage $storage)
    $started = @($instances | Where-Object { $_.service -ne 4 }).Count
    $message = "Storage $($storage.classification), $started SQL Server instances started, " +
        "cache being restored: $restoring."
    if ($alone.Count -gt 0) {
        $message += " Stopped since they ran in this boot, and left alone: $($alone -join ', ')."
    }
    return New-CwVerdict -Code 'CW3014' -Outcome 'done' -Changed -Message $message
}
