function Get-CwTempdbDisk {
    <#
    .SYNOPSIS
        Lists the instance-store disks that the tempdb drive lies on, to know later whether one of them is gone.
    .DESCRIPTION
        From the disk to its partition to the letter, since a letter alone proves nothing. The drive is the one of our
        pool, or a plain partition of an instance-store disk, as somebody's own script makes it after a start.
    .PARAMETER Letter
        The tempdb letter.
    .OUTPUTS
        System.String, serial numbers in order; nothing where no drive with this letter lies on instance store
    .EXAMPLE
        Get-CwTempdbDisk -Letter 'S'
    .NOTES
        Source: [write-cache#tempdb-pool-vanishes], [windows#letters-move], [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Letter
    )

    $subsystem = Get-CwStorageSubSystem
    foreach ($disk in @(Get-Disk -StorageSubSystem $subsystem -ErrorAction Stop)) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        if ($serial -clike 'AWS*') {
            $partitions = @(Find-CwStorageObject -Query { Get-Partition -Disk $disk -ErrorAction Stop })
            if (@($partitions | ForEach-Object { [string] $_.DriveLetter }) -contains $Letter) {
                return $serial
            }
        }
    }
    $pools = @(Find-CwStorageObject -Query {
            Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
        })
    foreach ($pool in $pools) {
        $serials = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber } | Sort-Object)
        if (@($serials | Where-Object { $_ -cnotlike 'AWS*' }).Count -gt 0) {
            continue
        }
        $virtualDisks = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop })
        $letters = @(foreach ($virtualDisk in $virtualDisks) { (Get-CwSpaceVolume -VirtualDisk $virtualDisk).letter })
        if ($letters -contains $Letter) {
            return $serials
        }
    }
}
