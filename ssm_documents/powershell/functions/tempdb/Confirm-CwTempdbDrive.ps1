function Confirm-CwTempdbDrive {
    <#
    .SYNOPSIS
        Guarantees that the tempdb letter is a drive on instance store; a foreign disk is left alone.
    .PARAMETER Letter
        The tempdb letter; some volume has it.
    .OUTPUTS
        None; otherwise the action ends with CW1041.
    .EXAMPLE
        Confirm-CwTempdbDrive -Letter 'S'
    .NOTES
        Source: [windows#letters-move].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Letter
    )

    if (@(Get-CwTempdbDisk -Letter $Letter).Count -eq 0) {
        Stop-CwAction -Code 'CW1041' -Outcome 'unsafe' -Message (
            "Drive ${Letter}: isn't on the instance store that tempdb has; it belongs to another volume$(
                Get-CwLetterHolder -Letter $Letter).")
    }
}
