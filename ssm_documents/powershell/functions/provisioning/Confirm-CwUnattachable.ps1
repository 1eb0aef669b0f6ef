function Confirm-CwUnattachable {
    <#
    .SYNOPSIS
        Guarantees that Windows itself can't attach a virtual disk that looks lost: what can be attached isn't removed.
    .DESCRIPTION
        Only Connect-VirtualDisk's own error that says so proves it (50003). Another one, such as that of a pool without
        its quorum, may pass, and one of a later call means that the virtual disk is attached.
    .PARAMETER VirtualDisk
        The virtual disk, or null.
    .OUTPUTS
        None; if it could be attached the action ends with CW1045, and it stays attached. With another error of
        Connect-VirtualDisk it ends with CW1091, and with any other call's with that error.
    .EXAMPLE
        Confirm-CwUnattachable -VirtualDisk $facts.virtualDisk
    .NOTES
        Source: [storage-pools#attach-errors], [storage-pools#lost-attach-error]. Attaching a detached
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
        Connect-CwVirtualDisk -VirtualDisk $VirtualDisk
    }
    catch {
        if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI (\d+),Connect-VirtualDisk$') {
            throw
        }
        if ([int] $Matches[1] -ne 50003) {
            Stop-CwAction -Code 'CW1091' -Outcome 'unsafe' -Message (
                "Windows doesn't attach the virtual disk (StorageWMI $($Matches[1]): $($_.Exception.Message)), " +
                'which is no proof that data is missing.')
        }
        Write-CwLog -Message "virtual disk $($VirtualDisk.UniqueId) can't be attached: $($_.FullyQualifiedErrorId)"
        return
    }
    Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Changed -Message (
        "The virtual disk looked lost, but could be attached; it isn't removed.")
}
