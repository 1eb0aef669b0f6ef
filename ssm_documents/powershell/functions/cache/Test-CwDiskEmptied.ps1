function Test-CwDiskEmptied {
    <#
    .SYNOPSIS
        Says whether nothing of the virtual disk is left on a disk, and the virtual disk is whole.
    .DESCRIPTION
        Health alone proves nothing: it may be Healthy and OK while extents move. What Windows lists on the disk counts,
        and in the end that Windows lets it leave the pool.
    .PARAMETER SourceId
        UniqueId of the disk.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwDiskEmptied -SourceId $nvme.uniqueId -Inventory $inventory
    .NOTES
        Source: [write-cache#emptied], [write-cache#health-while-moving], [write-cache#extents]: if neither extents nor
        the footprint count the cache, the removal of the disk is refused by Windows instead.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [string] $SourceId,
        [Parameter(Mandatory)] [object] $Inventory
    )

    $number = Get-CwStatusNumber
    $found = @(Get-VirtualDisk -UniqueId $Inventory.virtualDisk.uniqueId -ErrorAction Stop)
    $disks = @(Get-PhysicalDisk -UniqueId $SourceId -ErrorAction Stop)
    if ($found.Count -ne 1 -or $disks.Count -ne 1) {
        return $false
    }
    $raw = $found[0].CimInstanceProperties
    $status = @([int[]] $raw['OperationalStatus'].Value)
    if ([int] $raw['HealthStatus'].Value -ne $number.healthy -or ($status -join ',') -ne $number.ok) {
        return $false
    }
    $query = { Get-PhysicalExtent -VirtualDisk $found[0] -ErrorAction Stop }
    $extents = @(Find-CwStorageObject -Query $query | Where-Object { $_.PhysicalDiskUniqueId -eq $SourceId })
    return $extents.Count -eq 0 -and [long] $disks[0].VirtualDiskFootprint -eq 0
}
