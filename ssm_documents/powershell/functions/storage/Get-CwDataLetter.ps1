function Get-CwDataLetter {
    <#
    .SYNOPSIS
        Returns the drive letter of the virtual disk's own partition.
    .DESCRIPTION
        From the virtual disk to its disk to its partition: the letter D: alone could be another volume's.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        System.String of one character, or null for a detached disk or one without a lettered partition
    .EXAMPLE
        Get-CwDataLetter -VirtualDisk $virtualDisk
    .NOTES
        Source: [storage-pools#detached-has-no-disk], [windows#drive-letter-char].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    $disks = @(Get-Disk -VirtualDisk $VirtualDisk -ErrorAction SilentlyContinue)
    if ($disks.Count -ne 1) {
        return $null
    }
    foreach ($partition in @(Get-Partition -Disk $disks[0] -ErrorAction SilentlyContinue)) {
        if ([int] $partition.DriveLetter -ne 0) {
            return [string] $partition.DriveLetter
        }
    }
    return $null
}
