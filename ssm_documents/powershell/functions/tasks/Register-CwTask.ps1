function Register-CwTask {
    <#
    .SYNOPSIS
        Registers the scheduled task of one of the host's scripts, if it isn't as it should be.
    .PARAMETER Task
        worker (started on demand) or boot_task (runs when Windows starts, and every 15 minutes): the script's stem.
    .PARAMETER Path
        The script.
    .OUTPUTS
        System.Boolean, true if it was registered
    .EXAMPLE
        Register-CwTask -Task 'worker' -Path $path
    .NOTES
        Source: [glossary#worker], [glossary#boot-task]. SYSTEM, no time limit, never two at once. A task that is there
        and has no fault (Get-CwTaskFault) is left alone.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task,
        [Parameter(Mandatory)] [string] $Path
    )

    $name = @{ 'worker' = 'CacheWarden-Worker'; 'boot_task' = 'CacheWarden-Boot' }[$Task]
    $arguments = '-NoProfile -NonInteractive -ExecutionPolicy Bypass -File "' + $Path + '"'
    $there = Get-CwTask -Task $Task
    if (@(Get-CwTaskFault -Task $Task -Definition $there).Count -eq 0 -and
        @($there.Actions)[0].Arguments -eq $arguments) {
        return $false
    }
    if (-not $PSCmdlet.ShouldProcess($name, 'Register the scheduled task')) {
        return $false
    }
    $principal = @{ UserId = 'S-1-5-18'; LogonType = 'ServiceAccount'; RunLevel = 'Highest' }
    $settings = @{
        ExecutionTimeLimit = [timespan]::Zero
        MultipleInstances = 'IgnoreNew'
        AllowStartIfOnBatteries = $true
        DontStopIfGoingOnBatteries = $true
        Priority = 4
    }
    if ($Task -eq 'boot_task') {
        # Not the worker: a failed order isn't begun again by itself.
        $settings['RestartCount'] = 3
        $settings['RestartInterval'] = [timespan] '00:01:00'
    }
    $registration = @{
        TaskName = $name
        TaskPath = '\'
        Description = 'CacheWarden keeps the write-back cache safe.'
        Action = New-ScheduledTaskAction -Execute (Get-CwTaskProgram) -Argument $arguments
        Principal = New-ScheduledTaskPrincipal @principal
        Settings = New-ScheduledTaskSettingsSet @settings
        Force = $true
        ErrorAction = 'Stop'
    }
    if ($Task -eq 'boot_task') {
        # Whatever keeps the run at start-up from its work, or ends it: the next one is a quarter of an hour away.
        $again = @{ Once = $true; At = [datetime] '2020-01-01'; RepetitionInterval = [timespan] '00:15:00' }
        $registration['Trigger'] = @((New-ScheduledTaskTrigger -AtStartup), (New-ScheduledTaskTrigger @again))
    }
    $null = Register-ScheduledTask @registration
    return $true
}
