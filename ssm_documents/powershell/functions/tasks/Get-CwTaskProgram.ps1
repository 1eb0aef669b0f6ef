function Get-CwTaskProgram {
    <#
    .SYNOPSIS
        Returns the full path of the program that the host's scheduled tasks run.
    .DESCRIPTION
        Windows looks for a program without a folder in those of PATH, and other software may put one there in which
        any user can write: what lies in it under this name would run as SYSTEM.
    .OUTPUTS
        System.String
    .EXAMPLE
        New-ScheduledTaskAction -Execute (Get-CwTaskProgram)
    .NOTES
        Source: [windows#search-path].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    return 'C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe'
}
