function Save-CwFile {
    <#
    .SYNOPSIS
        Replaces a file as a whole, or not at all; tries again while somebody has it open.
    .PARAMETER Path
        The file; its former self is left as .bak.
    .PARAMETER Text
        What it shall hold, plain ASCII.
    .PARAMETER Attempts
        20 take five seconds. 100 take two minutes, where nobody waits for the caller and much hangs on the file.
    .OUTPUTS
        None; a file that stays in use, or a drive that stays full, ends the action with CW3020.
    .EXAMPLE
        Save-CwFile -Path $path -Text $json
    .NOTES
        Source: [windows#replace-file]: scanners and backups open files for a moment. After error 1177 the file has its
        backup's name; the next attempt puts the new one into its place.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [Parameter(Mandatory)] [string] $Text,
        [int] $Attempts = 20
    )

    foreach ($attempt in 1..$Attempts) {
        try {
            Switch-CwFile -Path $Path -Text $Text
            return
        }
        catch [System.IO.IOException], [System.UnauthorizedAccessException] {
            $why = $_.Exception.GetBaseException().Message
            Start-Sleep -Milliseconds (25 * $attempt)
        }
    }
    Stop-CwAction -Code 'CW3020' -Outcome 'retry' -Changed -Message "$Path could not be replaced: $why"
}
