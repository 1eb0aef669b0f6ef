function Set-CwDiskOnline {
    <#
    .SYNOPSIS
        Brings an attached virtual disk's own disk online and makes it writable.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwDiskOnline -VirtualDisk $virtualDisk
    .NOTES
        Source: [storage-pools#online-then-writable].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    $disk = Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop
    if ($disk.IsOffline -and $PSCmdlet.ShouldProcess($disk.UniqueId, 'Bring the disk online')) {
        Set-Disk -UniqueId $disk.UniqueId -IsOffline $false -ErrorAction Stop
    }
    if ($disk.IsReadOnly -and $PSCmdlet.ShouldProcess($disk.UniqueId, 'Make the disk writable')) {
        Set-Disk -UniqueId $disk.UniqueId -IsReadOnly $false -ErrorAction Stop
    }
}
