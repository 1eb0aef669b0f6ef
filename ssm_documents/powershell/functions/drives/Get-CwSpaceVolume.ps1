function Get-CwSpaceVolume {
    <#
    .SYNOPSIS
        Finds the volume of a virtual disk: its drive letter, and whether Windows keeps the disk below it closed.
    .DESCRIPTION
        From the virtual disk to its disk to its partition: the letter D: alone could be another volume's.
    .PARAMETER VirtualDisk
        The virtual disk.
    .PARAMETER Wanted
        The letter that counts where several partitions have one.
    .OUTPUTS
        System.Collections.Hashtable: letter (one character; null for a detached disk or one without a lettered
        partition), closed (true where its disk is offline or read-only; null where it has no disk, or not one)
    .EXAMPLE
        Get-CwSpaceVolume -VirtualDisk $virtualDisk
    .NOTES
        Source: [storage-pools#detached-has-no-disk], [windows#drive-letter-char], [windows#space-disk-offline].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [string] $Wanted = ''
    )

    $volume = @{ letter = $null; closed = $null }
    $disks = @(Find-CwStorageObject -Query { Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop })
    if ($disks.Count -ne 1) {
        return $volume
    }
    $volume.closed = [bool] $disks[0].IsOffline -or [bool] $disks[0].IsReadOnly
    $partitions = @(Find-CwStorageObject -Query { Get-Partition -Disk $disks[0] -ErrorAction Stop })
    foreach ($partition in $partitions) {
        if ([int] $partition.DriveLetter -ne 0 -and $volume.letter -ne $Wanted) {
            $volume.letter = [string] $partition.DriveLetter
        }
    }
    return $volume
}
