function Restore-CwFormerSetting {
    <#
    .SYNOPSIS
        Puts back Windows' settings that InstallHost changed: EC2Launch's scheduled task, and the Start menu.
    .DESCRIPTION
        Each is forgotten once it is done: cut off anywhere, the next run does the rest. A task that is gone stays gone.
        Where the Start menu had no setting it gets 0, which shows the same.
    .OUTPUTS
        System.String for each setting that was put back
    .EXAMPLE
        Restore-CwFormerSetting
    .NOTES
        Source: [windows#ec2launch-v1], [windows#hide-shut-down].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param()

    $former = Get-CwFormerSetting
    foreach ($task in @($former.disabledTasks)) {
        $there = @(Get-ScheduledTask -TaskName '*Disk Initialization' -ErrorAction Stop |
                Where-Object { $_.TaskName -eq $task.name -and $_.TaskPath -eq $task.path })
        if ($there.Count -gt 0) {
            if (-not $PSCmdlet.ShouldProcess($task.name, 'Enable the scheduled task')) {
                continue
            }
            $null = Enable-ScheduledTask -TaskName $task.name -TaskPath $task.path -ErrorAction Stop
            "the scheduled task '$($task.name)' of EC2Launch is enabled again"
        }
        $former.disabledTasks = @($former.disabledTasks |
                Where-Object { $_.name -ne $task.name -or $_.path -ne $task.path })
        Write-CwStateFile -Name 'settings' -Content $former
    }
    if ($null -ne $former.shutDown -and $PSCmdlet.ShouldProcess('Start menu', 'Put the setting of "Shut down" back')) {
        Set-CwShutDownPolicy -Value $former.shutDown
        'the Start menu is as it was before'
        $former.shutDown = $null
        Write-CwStateFile -Name 'settings' -Content $former
    }
}
