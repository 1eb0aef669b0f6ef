function Set-CwDiskOnline {
    <#
    .SYNOPSIS
        Brings an attached virtual disk's own disk online and makes it writable.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        MSFT_Disk, as it is afterwards
    .EXAMPLE
        $disk = Set-CwDiskOnline -VirtualDisk $virtualDisk
    .NOTES
        Source: [storage-pools#online-then-writable].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_Disk')]
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
    return Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop
}
