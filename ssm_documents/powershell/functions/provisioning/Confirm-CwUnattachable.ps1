function Confirm-CwUnattachable {
    <#
    .SYNOPSIS
        Guarantees that Windows itself can't attach a virtual disk that looks lost: what can be attached is not removed.
    .PARAMETER VirtualDisk
        The virtual disk, or null.
    .OUTPUTS
        None; if it could be attached the action ends with CW1045, and it stays attached.
    .EXAMPLE
        Confirm-CwUnattachable -VirtualDisk $facts.virtualDisk
    .NOTES
        Source: [storage-pools#attach-errors]. Attaching a detached
        virtual disk changes nothing on its disks unless it is whole.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $VirtualDisk
    )

    $number = Get-CwStatusNumber
    if ($null -eq $VirtualDisk) {
        return
    }
    $status = @([int[]] $VirtualDisk.CimInstanceProperties['OperationalStatus'].Value)
    $detached = $status -contains $number.detached
    if (-not $detached -or -not $PSCmdlet.ShouldProcess($VirtualDisk.UniqueId, 'Try to attach')) {
        return
    }
    try {
        Connect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
    }
    catch {
        Write-CwLog -Message "virtual disk $($VirtualDisk.UniqueId) can't be attached: $($_.FullyQualifiedErrorId)"
        return
    }
    Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Changed -Message (
        "The virtual disk looked lost, but could be attached; it isn't removed.")
}
