function Get-CwTaskScript {
    <#
    .SYNOPSIS
        Returns the path of the script that one of the host's scheduled tasks runs.
    .PARAMETER Task
        worker or boot_task: the script's stem.
    .PARAMETER Definition
        The task (Get-CwTask), or null.
    .OUTPUTS
        System.String; empty where the task isn't registered, or runs no script of the bundle
    .EXAMPLE
        Get-CwTaskScript -Task 'worker' -Definition (Get-CwTask -Task 'worker')
    .NOTES
        Source: [glossary#boot-task]. The task's definition can be changed by administrators only.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task,
        [Parameter(Mandatory)] [AllowNull()] [object] $Definition
    )

    $folder = [regex]::Escape((Get-CwDataPath -ChildPath 'bundle\'))
    $pattern = "`"(${folder}[0-9a-f]{32}\\$Task\.ps1)`"`$"
    if ($null -ne $Definition -and @($Definition.Actions)[0].Arguments -match $pattern) {
        return $Matches[1]
    }
    return ''
}
