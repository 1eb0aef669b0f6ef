function Get-CwTrialState {
    <#
    .SYNOPSIS
        Looks at a move of the tries: what is left on the source, which jobs run, how the virtual disk calls itself.
    .PARAMETER VirtualDisk
        The virtual disk of the tries.
    .PARAMETER SourceId
        UniqueId of the disk that is emptied.
    .OUTPUTS
        System.Collections.Hashtable: extents, footprint, allocated (bytes), counted (the most of what is allocated, the
        footprint, and what has extents), jobs, health, status
    .EXAMPLE
        Get-CwTrialState -VirtualDisk $space -SourceId $nvme.uniqueId
    .NOTES
        Source: [write-cache#emptied], [storage-pools#jobs].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [Parameter(Mandatory)] [string] $SourceId
    )

    $number = Get-CwStatusNumber
    $spaces = @(Get-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop)
    $space = Select-CwSingle -Found $spaces -What 'virtual disk'
    $disk = Select-CwSingle -Found @(Get-PhysicalDisk -UniqueId $SourceId -ErrorAction Stop) -What 'disk'
    $extents = @(Find-CwStorageObject -Query { Get-PhysicalExtent -VirtualDisk $space -ErrorAction Stop } |
            Where-Object { $_.PhysicalDiskUniqueId -eq $SourceId })
    $counted = [Math]::Max([long] $disk.AllocatedSize, [long] $disk.VirtualDiskFootprint)
    $listed = [long] 0
    foreach ($extent in $extents) {
        $listed += [long] $extent.Size
    }
    $raw = $space.CimInstanceProperties
    return @{
        extents = $extents.Count
        footprint = [long] $disk.VirtualDiskFootprint
        allocated = [long] $disk.AllocatedSize
        counted = [Math]::Max($counted, $listed)
        jobs = @(Get-CwStorageJob | Where-Object { $_.state -notin $number.jobOver })
        health = [int] $raw['HealthStatus'].Value
        status = @([int[]] $raw['OperationalStatus'].Value) -join ','
    }
}
