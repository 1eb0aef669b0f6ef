function Remove-CwLostPool {
    <#
    .SYNOPSIS
        Removes the virtual disk that can't be read any more, and its pool, so that its EBS disks are blank again.
    .DESCRIPTION
        The only place where something is destroyed. The inventory says so first, with the ids of what goes: a run that
        was cut off continues, and never removes the pool that the rebuild has made meanwhile. Every member must be
        ours. A run that is continued removes the empty pool only: what Undo-CwPoolRemoval left isn't proven lost.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        None; the inventory then says building = 'rebuild'
    .EXAMPLE
        Remove-CwLostPool -Inventory $inventory -Fact $facts
    .NOTES
        Source: [glossary#destruction-needs-proof], [storage-pools#remove-pool-order], [storage-pools#pool-read-only].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    if (-not $PSCmdlet.ShouldProcess($Inventory.pool.uniqueId, 'Remove the pool whose cache is lost')) {
        return
    }
    $continued = [string] $Inventory.building -eq 'rebuild'
    $uniqueId = $Inventory.pool.uniqueId
    if ($continued) {
        $uniqueId = $Inventory.pool.removing
    }
    $lostDisks = @()
    $lost = @($Fact.pools | Where-Object { $_.UniqueId -eq $uniqueId })
    if ($lost.Count -gt 0) {
        $foreign = @(Get-CwPoolMember -Pool $lost[0] -Inventory $Inventory | Where-Object { $_.role -eq 'unknown' })
        if ($foreign.Count -gt 0) {
            Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message "Disk $($foreign[0].serial) in the pool isn't ours."
        }
        $lostDisks = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $lost[0] -ErrorAction Stop })
        if ($continued -and $lostDisks.Count -gt 0) {
            Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
                "$($lostDisks.Count) virtual disks are in the pool that was being removed, expected none: nothing " +
                'is removed. CacheWarden-RebuildStorage looks at a pool with one virtual disk anew.')
        }
    }
    # Whatever may refuse comes before: from here on the inventory says that the pool goes.
    if (-not $continued) {
        $Inventory.building = 'rebuild'
        $Inventory.pool = [pscustomobject] @{
            uniqueId = ''
            friendlyName = $Inventory.pool.friendlyName
            removing = $uniqueId
        }
        $Inventory.virtualDisk.uniqueId = ''
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
    if ($lost.Count -eq 0) {
        return
    }
    $pool = $lost[0]
    if ($pool.IsReadOnly) {
        Set-StoragePool -UniqueId $pool.UniqueId -IsReadOnly $false -ErrorAction Stop
    }
    foreach ($virtualDisk in $lostDisks) {
        Remove-VirtualDisk -UniqueId $virtualDisk.UniqueId -Confirm:$false -ErrorAction Stop
        Write-CwLog -Message "virtual disk $($virtualDisk.UniqueId) removed: its cache was lost"
    }
    Remove-StoragePool -UniqueId $pool.UniqueId -Confirm:$false -ErrorAction Stop
    Write-CwLog -Message "pool $($pool.UniqueId) removed"
}
