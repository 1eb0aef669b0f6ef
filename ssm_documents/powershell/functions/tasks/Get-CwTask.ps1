function Get-CwTask {
    <#
    .SYNOPSIS
        Returns one of the host's scheduled tasks.
    .PARAMETER Task
        worker or boot_task: the stem of the script that it runs.
    .OUTPUTS
        MSFT_ScheduledTask; null where none is registered
    .EXAMPLE
        Get-CwTask -Task 'worker'
    .NOTES
        Source: [glossary#worker], [glossary#boot-task]. A task that isn't there is an error of the category
        ObjectNotFound; any other error ends the action.
    #>
    [CmdletBinding()]
    [OutputType('MSFT_ScheduledTask')]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task
    )

    $name = @{ 'worker' = 'CacheWarden-Worker'; 'boot_task' = 'CacheWarden-Boot' }[$Task]
    try {
        return Get-ScheduledTask -TaskName $name -TaskPath '\' -ErrorAction Stop
    }
    catch {
        if ($_.CategoryInfo.Category -ne 'ObjectNotFound') {
            throw
        }
    }
    return $null
}
