function Set-CwAutoAttach {
    <#
    .SYNOPSIS
        Guarantees that Windows tries to attach a virtual disk at every start, and then says why it doesn't.
    .DESCRIPTION
        Where a start failed to attach it, later ones may not try: it is detached by policy then, whatever it lacks.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        None; where Windows refuses, it is logged only.
    .EXAMPLE
        Set-CwAutoAttach -VirtualDisk $facts.virtualDisk
    .NOTES
        Source: [storage-pools#manual-attach-set-by].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    if (-not $VirtualDisk.IsManualAttach -or -not $PSCmdlet.ShouldProcess($VirtualDisk.UniqueId, 'Attach at start')) {
        return
    }
    try {
        Set-VirtualDisk -UniqueId $VirtualDisk.UniqueId -IsManualAttach $false -ErrorAction Stop
    }
    catch {
        Write-CwLog -Message "IsManualAttach stays: $($_.FullyQualifiedErrorId)"
    }
}
