function Restore-CwDriveLetter {
    <#
    .SYNOPSIS
        Gives the volume of our own virtual disk its letter back, where it has none and nobody else has it.
    .DESCRIPTION
        From the virtual disk to its disk to its one data partition. A volume that has another letter keeps it, and so
        does whatever has ours: the action ends with CW1041, which names both.
    .PARAMETER VirtualDisk
        The virtual disk; attached, its disk online.
    .PARAMETER Letter
        The inventory's letter.
    .OUTPUTS
        None
    .EXAMPLE
        Restore-CwDriveLetter -VirtualDisk $facts.virtualDisk -Letter 'D'
    .NOTES
        Source: [windows#letters-move], [windows#drive-letter-char]. A volume that is
        just being mounted may get its letter between two looks.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [Parameter(Mandatory)] [string] $Letter
    )

    $volume = Get-CwSpaceVolume -VirtualDisk $VirtualDisk -Wanted $Letter
    if ($volume.letter -eq $Letter -or $volume.closed -ne $false -or
        -not $PSCmdlet.ShouldProcess("${Letter}:", 'Give the letter back')) {
        return
    }
    try {
        $conflict = Get-CwLetterConflict -Letter ([string] $volume.letter) -Wanted $Letter
        if ($null -ne $conflict) {
            Stop-CwAction -Code 'CW1041' -Outcome 'unsafe' -Message "Drive ${Letter}: is missing: $conflict."
        }
        $disk = Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop
        $partitions = @(Get-CwDataPartition -Disk $disk)
        if ($partitions.Count -ne 1) {
            Stop-CwAction -Code 'CW1035' -Outcome 'unsafe' -Message (
                "Drive ${Letter}: is missing: its disk has $($partitions.Count) data partitions without a letter.")
        }
        Set-Partition -InputObject $partitions[0] -NewDriveLetter $Letter -ErrorAction Stop
    }
    catch {
        if ((Get-CwSpaceVolume -VirtualDisk $VirtualDisk -Wanted $Letter).letter -ne $Letter) {
            throw
        }
    }
    Write-CwLog -Message "virtual disk $($VirtualDisk.UniqueId) has its letter ${Letter}: again"
}
