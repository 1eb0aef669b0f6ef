function Confirm-CwScript {
    <#
    .SYNOPSIS
        Guarantees that a script of the bundle is whole and lies where only administrators could have changed it.
    .PARAMETER Path
        The script; its name ends with its hash.
    .OUTPUTS
        None; otherwise the action ends with CW3018 or CW3019.
    .EXAMPLE
        Confirm-CwScript -Path $PSCommandPath
    .NOTES
        Source: [glossary#boot-task], [windows#programdata]. The scheduled task says which file runs; this says that it
        is the file that InstallHost wrote.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    Confirm-CwFolder -Fault @(Get-CwFolderFault)
    $hash = Get-CwFileHash -Path $Path
    if (-not $Path.EndsWith("-$hash.ps1", [System.StringComparison]::Ordinal)) {
        Stop-CwAction -Code 'CW3019' -Outcome 'unsafe' -Message "$Path has the hash $hash."
    }
}
