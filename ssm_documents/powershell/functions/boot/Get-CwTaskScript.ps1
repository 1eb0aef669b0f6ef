function Get-CwTaskScript {
    <#
    .SYNOPSIS
        Returns the path of the script that one of the host's scheduled tasks runs.
    .PARAMETER Task
        worker or boot_task: the script's stem.
    .OUTPUTS
        System.String; empty where the task isn't registered, or runs no script of the bundle
    .EXAMPLE
        Get-CwTaskScript -Task 'worker'
    .NOTES
        Source: [glossary#boot-task]. The task's definition can be changed by administrators only.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task
    )

    $name = @{ 'worker' = 'CacheWarden-Worker'; 'boot_task' = 'CacheWarden-Boot' }[$Task]
    $there = Get-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue
    $folder = [regex]::Escape((Get-CwDataPath -ChildPath 'bundle\'))
    if ($null -ne $there -and @($there.Actions)[0].Arguments -match "`"($folder${Task}-[0-9a-f]{32}\.ps1)`" run`$") {
        return $Matches[1]
    }
    return ''
}
