function Get-CwInstanceStoreVolume {
    <#
    .SYNOPSIS
        Lists the partitions that lie on instance-store disks, be it in part, and may hold data: a stop destroys them.
    .DESCRIPTION
        Partitions of such disks, and of virtual disks in a pool that has one. The data drive's pool is left out: its
        cache is moved before a stop. What lies on a partition that isn't a basic one can't be seen here: the drives of
        dynamic disks have no letter in Windows' storage cmdlets.
    .PARAMETER SubSystem
        The local storage subsystem.
    .PARAMETER OtherPool
        The pools other than the data drive's that have such a disk (Get-CwInstanceStorePool).
    .PARAMETER Unlettered
        Tell of partitions without a letter and a folder, too.
    .OUTPUTS
        System.Collections.Hashtable: letter (empty where it has none), told (for people, where files there can't be
        looked for by a letter alone; else null), disk (its number)
    .EXAMPLE
        Get-CwInstanceStoreVolume -SubSystem $facts.subsystem -OtherPool $facts.otherPools
    .NOTES
        Source: [windows#serial-numbers], [write-cache#tempdb-pool-vanishes], [windows#access-paths]. MbrType: 1, 4, 5,
        6, 7 and 12 are partitions with a file system, and the one that holds others.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $SubSystem,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $OtherPool,
        [switch] $Unlettered
    )

    $numbers = @(Get-Disk -StorageSubSystem $SubSystem -ErrorAction Stop |
            Where-Object { (ConvertTo-CwSerial -SerialNumber $_.SerialNumber) -clike 'AWS*' } |
            ForEach-Object { $_.Number })
    foreach ($other in $OtherPool) {
        $pool = $other.pool
        foreach ($space in @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop })) {
            $numbers += @(Find-CwStorageObject -Query { Get-Disk -VirtualDisk $space -ErrorAction Stop } |
                    ForEach-Object { $_.Number })
        }
    }
    $partitions = @(Find-CwStorageObject -Query { Get-Partition -StorageSubSystem $SubSystem -ErrorAction Stop } |
            Where-Object { $_.DiskNumber -in $numbers })
    $basic = '{ebd0a0a2-b9e5-4433-87c0-68b6b72699c7}'
    $reserved = '{e3c9e316-0b5c-4db8-817d-f92df00215ae}'
    foreach ($partition in $partitions) {
        $volume = @{ letter = ''; told = $null; disk = $partition.DiskNumber }
        if ([int] $partition.DriveLetter -ne 0) {
            $volume.letter = [string] $partition.DriveLetter
        }
        $folders = @(Get-CwMountFolder -Partition $partition)
        $plain = $partition.GptType -in $basic, $reserved -or
            ([string] $partition.GptType -eq '' -and
                [int] $partition.CimInstanceProperties['MbrType'].Value -in 1, 4, 5, 6, 7, 12)
        if ($folders.Count -gt 0) {
            $volume.told = "a volume in the folder $(ConvertTo-CwAsciiJson -InputObject ([string] $folders[0]))"
        }
        elseif (-not $plain) {
            $volume.told = "a partition of disk $($partition.DiskNumber) that isn't a basic one (a dynamic disk?)"
        }
        elseif ($Unlettered -and $volume.letter -eq '' -and $partition.GptType -ne $reserved) {
            $volume.told = "a partition of disk $($partition.DiskNumber) without a letter"
        }
        if ($volume.letter -ne '' -or $null -ne $volume.told) {
            $volume
        }
    }
}
