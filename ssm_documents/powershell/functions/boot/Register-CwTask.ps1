function Register-CwTask {
    <#
    .SYNOPSIS
        Registers the scheduled task of one of the host's scripts, if it isn't as it should be.
    .PARAMETER Task
        worker (started on demand) or boot_task (runs when Windows starts): the script's stem.
    .PARAMETER Path
        The script.
    .OUTPUTS
        System.Boolean, true if it was registered
    .EXAMPLE
        Register-CwTask -Task 'worker' -Path $path
    .NOTES
        Source: [glossary#worker], [glossary#boot-task]. SYSTEM, no time limit, never two at once. A task that is there
        with these arguments is left alone.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task,
        [Parameter(Mandatory)] [string] $Path
    )

    $name = @{ 'worker' = 'CacheWarden-Worker'; 'boot_task' = 'CacheWarden-Boot' }[$Task]
    $arguments = '-NoProfile -NonInteractive -ExecutionPolicy Bypass -File "' + $Path + '" run'
    $there = Get-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue
    if ($null -ne $there -and @($there.Actions)[0].Arguments -eq $arguments) {
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
    $registration = @{
        TaskName = $name
        Description = 'CacheWarden: keeps the write-back cache of SQL Server''s data drive safe.'
        Action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument $arguments
        Principal = New-ScheduledTaskPrincipal @principal
        Settings = New-ScheduledTaskSettingsSet @settings
        Force = $true
        ErrorAction = 'Stop'
    }
    if ($Task -eq 'boot_task') {
        $registration['Trigger'] = New-ScheduledTaskTrigger -AtStartup
    }
    $null = Register-ScheduledTask @registration
    return $true
}
