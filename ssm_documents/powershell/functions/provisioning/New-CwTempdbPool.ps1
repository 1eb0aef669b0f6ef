function New-CwTempdbPool {
    <#
    .SYNOPSIS
        Makes the tempdb drive's pool of the blank instance-store disks that the cache doesn't need.
    .DESCRIPTION
        SQL Server doesn't start without the drive. So where only one disk is there, after a change of the instance type
        say, the drive gets it while the cache is on the Swap volume, where nothing is lost: the node serves, slower. A
        cache that isn't seen to be whole keeps its disk: a rebuild needs it. Where the cluster took in a pool made
        before, another one would take the disk that is left for the cache.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        MSFT_StoragePool
    .EXAMPLE
        New-CwTempdbPool -Fact $facts -Inventory $inventory
    .NOTES
        Source: [write-cache#one-journal-disk], [failover-cluster#automatic-clustering]. Select-CwCacheDisk says which
        disk is left for the cache.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_StoragePool')]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [object] $Inventory
    )

    Confirm-CwNotClustered -Disk @($Fact.instanceStore)
    $free = @($Fact.free)
    $caches = @($Fact.members | Where-Object { $_.role -eq 'cache' -and $_.here })
    if ($caches.Count -eq 0) {
        $cacheBytes = [long] $Inventory.virtualDisk.writeCacheBytes
        $kept = Select-CwCacheDisk -Free $free -Needed (Get-CwNeededDiskSize -CacheBytes $cacheBytes)
        if ($null -ne $kept) {
            $free = @($free | Where-Object { $_.serial -ne $kept.serial })
        }
        $inPool = @($Fact.members | Where-Object { $_.role -eq 'cache' })
        if ($free.Count -eq 0 -and $null -ne $kept -and $Fact.usable -and $inPool.Count -eq 0) {
            Write-CwLog -Message "the only disk $($kept.serial) becomes the tempdb drive; the cache stays on Swap"
            $free = @($kept)
        }
    }
    if ($free.Count -eq 0) {
        $lost = @(Get-CwLostTempdbDisk -Known (Read-CwStateFile -Name 'files') -Disk $Fact.instanceStore)
        if ($lost.Count -gt 0 -and @($Fact.instanceStore).Count -gt 0) {
            Stop-CwAction -Code 'CW1047' -Outcome 'unsafe' -Message (
                "Disk $($lost[0]) of the tempdb drive doesn't answer any more, and no blank one is left for it.")
        }
        Stop-CwAction -Code 'CW1085' -Outcome 'unsafe' -Message (
            "No blank instance-store disk is left for the tempdb drive, of $(@($Fact.instanceStore).Count). " +
            'Move tempdb to an EBS drive, or use an instance type with more instance-store disks.')
    }
    if (-not $PSCmdlet.ShouldProcess("$($free.Count) instance-store disks", 'Create the pool SSD')) {
        return $null
    }
    $disks = @($free | ForEach-Object { $_.instance })
    $created = New-CwLocalPool -SubSystem $Fact.subsystem -Name 'SSD' -Disk $disks
    if ($created.IsClustered) {
        Stop-CwAction -Code 'CW1026' -Outcome 'unsafe' -Changed -Message (
            'Windows added the new pool SSD of the tempdb drive to the failover cluster.')
    }
    return $created
}
