function Connect-CwVirtualDisk {
    <#
    .SYNOPSIS
        Attaches a detached virtual disk, for this start of Windows and all later ones, and brings its disk online.
    .DESCRIPTION
        A pool that lost most of its disks may stay read-only when they are back, and nothing of it is attached: then it
        is made writable. One that a person or a policy made read-only stays so, and so does one whose reason isn't
        known. IsManualAttach, which a read-only pool may keep, is no failure: at the next start this attaches it again.
    .PARAMETER VirtualDisk
        The virtual disk. Of the data pool's the caller has seen that all EBS volumes are there.
    .OUTPUTS
        None; what Windows doesn't attach ends the action with Windows' own error, or with CW1027.
    .EXAMPLE
        Connect-CwVirtualDisk -VirtualDisk $facts.virtualDisk
    .NOTES
        Source: [storage-pools#manual-attach]: after a failed attach at start-up Windows may stop to attach by itself
        (IsManualAttach); an attached disk may be offline or read-only by policy, which are two separate changes.
        [storage-pools#attach-errors], [storage-pools#read-only-clears]. ReadOnlyReason 2 is By Policy, 3 Majority Disks
        Unhealthy.
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
    $found = Select-CwSingle -Found @(& $query) -What "virtual disk $($VirtualDisk.UniqueId)"
    $status = @([int[]] $found.CimInstanceProperties['OperationalStatus'].Value)
    if ($status -contains $number.detached) {
        try {
            Connect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
        }
        catch {
            if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI 48007\b') {
                throw
            }
            $pools = @(Get-StoragePool -VirtualDisk $VirtualDisk -ErrorAction Stop)
            $pool = Select-CwSingle -Found $pools -What "the pool of virtual disk $($VirtualDisk.UniqueId)"
            $reason = [int] $pool.CimInstanceProperties['ReadOnlyReason'].Value
            if ($reason -ne $number.unhealthyMajority) {
                Stop-CwAction -Code 'CW1027' -Outcome 'unsafe' -Message (
                    'The virtual disk is detached, and its pool is read-only for another reason than a loss of disks ' +
                    "($reason): nothing of it is attached.")
            }
            Set-StoragePool -UniqueId $pool.UniqueId -IsReadOnly $false -ErrorAction Stop
            Write-CwLog -Message "pool $($pool.UniqueId) was read-only after a loss of disks, and is writable again"
            Connect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
        }
        Write-CwLog -Message "virtual disk $($VirtualDisk.UniqueId) attached"
        $found = Select-CwSingle -Found @(& $query) -What "virtual disk $($VirtualDisk.UniqueId)"
    }
    Set-CwDiskOnline -VirtualDisk $VirtualDisk
    Set-CwAutoAttach -VirtualDisk $found
}
