function Move-CwWriteBackCache {
    <#
    .SYNOPSIS
        Evacuates the write-back cache to the Swap volume, or restores it to an instance-store disk.
    .DESCRIPTION
        Every step is derived from what is observed, so that it can be run again after being cut off anywhere, and in
        the other direction. The order keeps the cache whole at any moment: the target may take the cache before the
        source may no longer; the source is emptied by a repair; only an empty disk leaves the pool. Ends when the
        wanted state was observed. While SQL Server runs, a move without progress is given up sooner.
    .PARAMETER Work
        evacuate or restore.
    .PARAMETER Order
        The work order.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Fact
        facts and inventory as they are now (Get-CwStorageEvidence stores them).
    .OUTPUTS
        None
    .EXAMPLE
        Move-CwWriteBackCache -Work 'evacuate' -Order $order -Machine (Get-CwHost) -Fact $collected
    .NOTES
        Source: [write-cache#move-sequence].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [ValidateSet('evacuate', 'restore')] [string] $Work,
        [Parameter(Mandatory)] [object] $Order,
        [Parameter(Mandatory)] [hashtable] $Machine,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $inventory = $Fact.inventory
    $facts = $Fact.facts
    # A repair is addressed by this: what would repair two disks isn't begun.
    $found = @(Get-VirtualDisk -UniqueId $inventory.virtualDisk.uniqueId -ErrorAction Stop)
    $null = Select-CwSingle -Found $found -What 'the virtual disk'
    if (Restore-CwMemberUsage -Fact $facts) {
        $facts = Get-CwStorageFact -Inventory $inventory
    }
    Save-CwMemberRecord -Inventory $inventory -Fact $facts -Machine $Machine -Move 'begins'
    $caches = @($facts.members | Where-Object { $_.role -eq 'cache' -and $_.here })
    if ($Work -eq 'restore' -and $caches.Count -eq 0) {
        $needed = Get-CwNeededDiskSize -CacheBytes $Order.cacheBytes
        Add-CwCacheDisk -Inventory $inventory -Fact $facts -Needed $needed
        $facts = Get-CwStorageFact -Inventory $inventory
        $caches = @($facts.members | Where-Object { $_.role -eq 'cache' -and $_.here })
    }
    $swap = @($facts.members | Where-Object { $_.role -eq 'swap' })[0]
    $underLoad = @(Get-CwSqlInstance | Where-Object { $_.service -ne 1 }).Count -gt 0

    if ($Work -eq 'evacuate') {
        Write-VolumeCache -DriveLetter $facts.letter -ErrorAction Stop
        Set-CwDiskUsage -Member $swap -Usage 'Journal'
        foreach ($cache in $caches) {
            # After the next start, another serial number says that this is a new host.
            Save-CwInstanceStore -Inventory $inventory -Disk $facts.instanceStore -Cache $cache
            Set-CwDiskUsage -Member $cache -Usage 'Retired'
            $move = @{ SourceId = $cache.uniqueId; Order = $Order; Inventory = $inventory }
            Wait-CwCacheMove @move -UnderLoad:$underLoad
        }
    }
    else {
        Set-CwDiskUsage -Member $caches[0] -Usage 'Journal'
        Set-CwDiskUsage -Member $swap -Usage 'Retired'
        $move = @{ SourceId = $swap.uniqueId; Order = $Order; Inventory = $inventory }
        Wait-CwCacheMove @move -UnderLoad:$underLoad
    }

    # What must leave the pool: every instance-store disk after an evacuation, lost ones after a restore.
    foreach ($member in @($facts.members | Where-Object { $_.role -eq 'cache' })) {
        if ($Work -eq 'evacuate' -or -not $member.here) {
            Remove-CwCacheDisk -Member $member -Pool $facts.pool -Order $Order -Inventory $inventory
        }
    }
    Confirm-CwCachePlace -Work $Work -Machine $Machine
}
