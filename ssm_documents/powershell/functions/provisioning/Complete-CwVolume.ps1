function Complete-CwVolume {
    <#
    .SYNOPSIS
        Guarantees that one of our virtual disks has its volume; continues where an earlier run was cut off.
    .DESCRIPTION
        What is formatted: the partition of this run, and one that an earlier run made on this virtual disk when it had
        none. Nothing else, whatever Windows shows of it.
    .PARAMETER Volume
        Initialize-CwVolume's parameters but Begun and Record. The virtual disk is attached.
    .PARAMETER Building
        As for Save-CwVolumeRecord.
    .OUTPUTS
        None
    .EXAMPLE
        Complete-CwVolume -Volume $volume -Building ([bool] $Inventory.building)
    .NOTES
        Source: [glossary#destruction-needs-proof], [storage-pools#file-system-shown-late].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Volume,
        [Parameter(Mandatory)] [bool] $Building
    )

    $id = $Volume.VirtualDisk.UniqueId
    $begun = @(Read-CwVolumeRecord | Where-Object { $_.virtualDisk -eq $id }).Count -gt 0
    Initialize-CwVolume @Volume -Begun $begun -Record {
        param($VirtualDisk)
        Save-CwVolumeRecord -Letter $Volume.Letter -VirtualDisk $VirtualDisk -Building $Building
    }
    Save-CwVolumeRecord -Letter $Volume.Letter -Building $Building
}
