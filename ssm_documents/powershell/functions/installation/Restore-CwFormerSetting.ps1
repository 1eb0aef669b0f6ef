function Restore-CwFormerSetting {
    <#
    .SYNOPSIS
        Puts back Windows' settings that InstallHost changed: EC2Launch's scheduled task, the Start menu, and the
        failover cluster's adding of new pools.
    .DESCRIPTION
        Each is forgotten once it is done: cut off anywhere, the next run does the rest. A task that is gone stays gone.
        Where the Start menu had no setting it gets 0, which shows the same. What the cluster doesn't let be set, or
        doesn't show here, is told, and keeps nothing else from being put back. What can't be
        forgotten is only logged.
    .OUTPUTS
        System.String for each setting that was put back
    .EXAMPLE
        Restore-CwFormerSetting
    .NOTES
        Source: [windows#ec2launch-v1], [windows#hide-shut-down], [failover-cluster#automatic-clustering].
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
        Save-CwStateFile -Name 'settings' -Content $former
    }
    if ($null -ne $former.shutDown -and $PSCmdlet.ShouldProcess('Start menu', 'Put the setting of "Shut down" back')) {
        Set-CwShutDownPolicy -Value $former.shutDown
        'the Start menu is as it was before'
        $former.shutDown = $null
        Save-CwStateFile -Name 'settings' -Content $former
    }
    foreach ($id in @($former.poolClustering)) {
        if (-not $PSCmdlet.ShouldProcess($id, 'Switch AutomaticClusteringEnabled on')) {
            continue
        }
        try {
            $found = @(Get-StorageSubSystem -ErrorAction Stop | Where-Object { $_.UniqueId -eq $id })
            $null = Select-CwSingle -Found $found -What "the cluster's storage subsystem"
            Set-StorageSubSystem -UniqueId $id -AutomaticClusteringEnabled $true -ErrorAction Stop
        }
        catch {
            "AutomaticClusteringEnabled stays off in the failover cluster, where it was on before: $(
                (ConvertTo-CwFailure -ErrorRecord $_).message) Set-StorageSubSystem switches it on"
            continue
        }
        'AutomaticClusteringEnabled of the failover cluster is on again'
        $former.poolClustering = @($former.poolClustering | Where-Object { $_ -ne $id })
        Save-CwStateFile -Name 'settings' -Content $former
    }
}
