function Get-CwVacantLetter {
    <#
    .SYNOPSIS
        Lists the drive letters under which nothing is there.
    .OUTPUTS
        System.String, letters in order
    .EXAMPLE
        "[$(-join (Get-CwVacantLetter))]:\%"
    .NOTES
        Source: [windows#letters-move]. Files that SQL Server knows under such a letter may lie on a drive that is gone,
        or whose letter was changed.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    foreach ($letter in 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.ToCharArray()) {
        if (-not (Test-Path -LiteralPath "${letter}:\")) {
            [string] $letter
        }
    }
}
