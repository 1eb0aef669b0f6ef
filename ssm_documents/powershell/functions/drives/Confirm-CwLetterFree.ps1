function Confirm-CwLetterFree {
    <#
    .SYNOPSIS
        Guarantees that no volume has a drive letter yet, be it a disk's, a DVD drive's or a share's.
    .PARAMETER Letter
        The drive letter.
    .OUTPUTS
        None; a letter that is taken ends the action with CW1041.
    .EXAMPLE
        Confirm-CwLetterFree -Letter 'D'
    .NOTES
        Source: [known-mistakes#formats-by-letter], [known-mistakes#letters-unchecked].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Letter
    )

    $volumes = @(Get-Volume -ErrorAction Stop | Where-Object { [string] $_.DriveLetter -eq $Letter })
    if ($volumes.Count -gt 0 -or (Test-Path -LiteralPath "${Letter}:\")) {
        Stop-CwAction -Code 'CW1041' -Outcome 'unsafe' -Message "Drive ${Letter}: belongs to another volume."
    }
}
