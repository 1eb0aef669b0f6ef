function Get-CwFoundVolume {
    <#
    .SYNOPSIS
        Describes the one volume that a virtual disk has, under a drive letter alone.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        System.Collections.Hashtable: letter, fileSystem (NTFS or ReFS), label, allocationUnitBytes; anything else ends
        the action with CW1064 or CW1065
    .EXAMPLE
        (Get-CwFoundVolume -VirtualDisk $virtualDisk).letter
    .NOTES
        Source: [windows#drive-letter-char], [windows#space-disk-offline]. From the virtual disk to its disk to its
        partition to the volume, never by letter.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    $disks = @(Find-CwStorageObject -Query { Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop })
    $disk = Select-CwSingle -Found $disks -What "the disk of virtual disk $($VirtualDisk.UniqueId)"
    if ($disk.IsOffline -or $disk.IsReadOnly) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message (
            "Disk $($disk.Number) of the virtual disk is offline ($($disk.IsOffline)) or read-only " +
            "($($disk.IsReadOnly)): bring it online in Disk Management.")
    }
    # All but the one that Windows reserves on a GPT disk: what lies on another one nobody here would look at.
    $reserved = '{e3c9e316-0b5c-4db8-817d-f92df00215ae}'
    $partitions = @(Find-CwStorageObject -Query { Get-Partition -Disk $disk -ErrorAction Stop } |
            Where-Object { $_.GptType -ne $reserved })
    $lettered = @($partitions | Where-Object { [int] $_.DriveLetter -ne 0 })
    if ($partitions.Count -ne 1 -or $lettered.Count -ne 1) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "The virtual disk has $($partitions.Count) partitions, $($lettered.Count) of them with a drive letter; " +
            'expected one, with a letter.')
    }
    $partition = $partitions[0]
    $folders = @(Get-CwMountFolder -Partition $partition)
    if ($folders.Count -gt 0) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "Drive $($partition.DriveLetter): is mounted in $($folders[0]), too: files are looked for by letter.")
    }
    $volumes = @(Find-CwStorageObject -Query { Get-Volume -Partition $partition -ErrorAction Stop })
    $volume = Select-CwSingle -Found $volumes -What "the volume of drive $($partition.DriveLetter):"
    if ($volume.FileSystem -notin 'NTFS', 'ReFS') {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "Drive $($partition.DriveLetter): has the file system '$($volume.FileSystem)', expected NTFS or ReFS.")
    }
    return @{
        letter = ([string] $partition.DriveLetter).ToUpperInvariant()
        fileSystem = [string] $volume.FileSystem
        label = [string] $volume.FileSystemLabel
        allocationUnitBytes = [int] $volume.AllocationUnitSize
    }
}
