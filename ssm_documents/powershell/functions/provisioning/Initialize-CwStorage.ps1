function Initialize-CwStorage {
    <#
    .SYNOPSIS
        Builds pool, virtual disk and drives as the inventory plans them; continues from wherever an earlier run ended.
    .DESCRIPTION
        The inventory says "building" until everything is there, so that an unfinished storage is never taken for one in
        use, nor one in use for an unfinished one.
    .PARAMETER Inventory
        The inventory with building = true; it is changed and written.
    .OUTPUTS
        None
    .EXAMPLE
        Initialize-CwStorage -Inventory $inventory
    .NOTES
        Source: [storage-pools#new-virtual-disk], [write-cache#one-journal-disk].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $subsystem = Get-CwStorageSubSystem
    $pool = New-CwDataPool -Inventory $Inventory -SubSystem $subsystem
    Set-CwMemberRole -Inventory $Inventory -Pool $pool
    $space = @{
        Pool = $pool
        Name = $Inventory.virtualDisk.friendlyName
        Columns = $Inventory.virtualDisk.columns
        CacheBytes = $Inventory.virtualDisk.writeCacheBytes
        InterleaveBytes = $Inventory.virtualDisk.interleaveBytes
    }
    $virtualDisk = New-CwSpace @space
    if ($Inventory.virtualDisk.uniqueId -ne $virtualDisk.UniqueId) {
        $Inventory.virtualDisk.uniqueId = [string] $virtualDisk.UniqueId
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
    $volume = @{
        VirtualDisk = $virtualDisk
        Letter = $Inventory.virtualDisk.letter
        Label = Get-CwPlannedValue -Plan $Inventory.virtualDisk -Name 'label' -Default $space.Name
        AllocationUnitBytes = $Inventory.virtualDisk.allocationUnitBytes
        FileSystem = Get-CwPlannedValue -Plan $Inventory.virtualDisk -Name 'fileSystem' -Default 'NTFS'
    }
    Complete-CwVolume -Volume $volume -Building ([bool] $Inventory.building)
    New-CwDataFolder -Inventory $Inventory
    $null = Restore-CwTempdbDrive -Inventory $Inventory
    foreach ($instance in @(Get-CwOwnInstance)) {
        Set-CwManualStart -Instance $instance
    }
    $Inventory.building = $false
    Write-CwStateFile -Name 'inventory' -Content $Inventory
    Write-CwLog -Message 'storage built'
}
