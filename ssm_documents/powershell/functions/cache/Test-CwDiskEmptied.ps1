function Test-CwDiskEmptied {
    <#
    .SYNOPSIS
        Says whether nothing of the virtual disk is left on a disk, and the virtual disk is whole.
    .PARAMETER SourceId
        UniqueId of the disk.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwDiskEmptied -SourceId $nvme.uniqueId -Inventory $inventory
    .NOTES
        Source: [write-cache#emptied], [write-cache#footprint]: if the footprint doesn't count the cache,
        the removal of the disk is refused by Windows instead (51004).
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $SourceId,
        [Parameter(Mandatory)] [object] $Inventory
    )

    $virtualDisk = Get-VirtualDisk -UniqueId $Inventory.virtualDisk.uniqueId -ErrorAction Stop
    $raw = $virtualDisk.CimInstanceProperties
    $status = @([int[]] $raw['OperationalStatus'].Value)
    if ([int] $raw['HealthStatus'].Value -ne 0 -or ($status -join ',') -ne '2') {
        return $false
    }
    $disk = Get-PhysicalDisk -UniqueId $SourceId -ErrorAction Stop
    return [long] $disk.VirtualDiskFootprint -eq 0
}
