function Confirm-CwTempdbDrive {
    <#
    .SYNOPSIS
        Guarantees that the tempdb letter is the drive of our own pool of instance store; a foreign disk is left alone.
    .PARAMETER Pool
        Get-CwTempdbPool's answer, or null.
    .PARAMETER Letter
        The tempdb letter; some volume has it.
    .OUTPUTS
        None; otherwise the action ends with CW1041.
    .EXAMPLE
        Confirm-CwTempdbDrive -Pool $pool -Letter 'S'
    .NOTES
        Source: [windows#letters-move]. Virtual disk, disk, partition, letter: a letter alone proves nothing.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Pool,
        [Parameter(Mandatory)] [string] $Letter
    )

    $letters = @()
    if ($null -ne $Pool) {
        $virtualDisks = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $Pool -ErrorAction Stop })
        $letters = @(foreach ($virtualDisk in $virtualDisks) { (Get-CwSpaceVolume -VirtualDisk $virtualDisk).letter })
    }
    if ($letters -notcontains $Letter) {
        Stop-CwAction -Code 'CW1041' -Outcome 'unsafe' -Message (
            "Drive ${Letter}: isn't on the pool of instance store that tempdb has; it belongs to another volume.")
    }
}
