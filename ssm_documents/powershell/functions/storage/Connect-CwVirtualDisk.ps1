function Connect-CwVirtualDisk {
    <#
    .SYNOPSIS
        Attaches a detached virtual disk, for this start of Windows and all later ones, and brings its disk online.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        None
    .EXAMPLE
        Connect-CwVirtualDisk -VirtualDisk $facts.virtualDisk
    .NOTES
        Source: [storage-pools#manual-attach]: after a failed attach at start-up Windows may stop to attach by itself
        (IsManualAttach); an attached disk may be offline or read-only by policy, which are two separate changes.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    $number = Get-CwStatusNumber
    if (-not $PSCmdlet.ShouldProcess($VirtualDisk.UniqueId, 'Attach the virtual disk')) {
        return
    }
    $query = { Get-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop }
    $null = Select-CwSingle -Found @(& $query) -What "virtual disk $($VirtualDisk.UniqueId)"
    $status = @([int[]] $VirtualDisk.CimInstanceProperties['OperationalStatus'].Value)
    if ($status -contains $number.detached) {
        Connect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
        Write-CwLog -Message "virtual disk $($VirtualDisk.UniqueId) attached"
    }
    $null = Set-CwDiskOnline -VirtualDisk $VirtualDisk
    $attached = Select-CwSingle -Found @(& $query) -What "virtual disk $($VirtualDisk.UniqueId)"
    if ($attached.IsManualAttach) {
        try {
            Set-VirtualDisk -UniqueId $VirtualDisk.UniqueId -IsManualAttach $false -ErrorAction Stop
        }
        catch {
            # A read-only pool may refuse it. The drive is there; at the next start this attaches it again.
            Write-CwLog -Message "IsManualAttach stays: $($_.FullyQualifiedErrorId)"
        }
    }
}
