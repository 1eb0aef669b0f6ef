function Complete-CwVolume {
    <#
    .SYNOPSIS
        Guarantees that one of our virtual disks has its volume; continues where an earlier run was cut off.
    .DESCRIPTION
        What is formatted: the partition of this run, and one that an earlier run made on this virtual disk when it had
        none. Nothing else, whatever Windows shows of it.
    .PARAMETER Volume
        Initialize-CwVolume's parameters but Begun. The virtual disk is attached.
    .OUTPUTS
        None
    .EXAMPLE
        Complete-CwVolume -Volume @{ VirtualDisk = $disk; Letter = 'D'; Label = 'WCDB'; AllocationUnitBytes = 65536 }
    .NOTES
        Source: [glossary#destruction-needs-proof], [storage-pools#file-system-shown-late]. GPT type of basic data
        partitions.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Volume
    )

    $id = $Volume.VirtualDisk.UniqueId
    Set-CwDiskOnline -VirtualDisk $Volume.VirtualDisk
    $disk = Get-Disk -VirtualDisk $Volume.VirtualDisk -ErrorAction Stop
    $partitions = @(Find-CwStorageObject -Query { Get-Partition -Disk $disk -ErrorAction Stop } |
            Where-Object { $_.GptType -eq '{ebd0a0a2-b9e5-4433-87c0-68b6b72699c7}' })
    if ($partitions.Count -eq 0) {
        Save-CwVolumeRecord -Letter $Volume.Letter -VirtualDisk $id
    }
    $begun = @(Read-CwVolumeRecord | Where-Object { $_.virtualDisk -eq $id }).Count -gt 0
    Initialize-CwVolume @Volume -Begun $begun
    Save-CwVolumeRecord -Letter $Volume.Letter
}
