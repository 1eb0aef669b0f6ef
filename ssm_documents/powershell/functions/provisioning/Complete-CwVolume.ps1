function Complete-CwVolume {
    <#
    .SYNOPSIS
        Guarantees that one of our virtual disks has its volume; continues where an earlier run was cut off.
    .DESCRIPTION
        What is formatted: the partition of this run, and one that an earlier run made on this virtual disk when it had
        none. Nothing else, whatever Windows shows of it.
    .PARAMETER Volume
        Initialize-CwVolume's parameters but Begun and Record. The virtual disk is attached.
    .OUTPUTS
        None
    .EXAMPLE
        Complete-CwVolume -Volume @{ VirtualDisk = $disk; Letter = 'D'; Label = 'WCDB'; AllocationUnitBytes = 65536 }
    .NOTES
        Source: [glossary#destruction-needs-proof], [storage-pools#file-system-shown-late].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Volume
    )

    $id = $Volume.VirtualDisk.UniqueId
    $begun = @(Read-CwVolumeRecord | Where-Object { $_.virtualDisk -eq $id }).Count -gt 0
    Initialize-CwVolume @Volume -Begun $begun -Record {
        param($VirtualDisk)
        Save-CwVolumeRecord -Letter $Volume.Letter -VirtualDisk $VirtualDisk
    }
    Save-CwVolumeRecord -Letter $Volume.Letter
}
