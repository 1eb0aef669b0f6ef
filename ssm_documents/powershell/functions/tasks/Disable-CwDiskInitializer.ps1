function Disable-CwDiskInitializer {
    <#
    .SYNOPSIS
        Keeps EC2Launch's scheduled task from partitioning the disks that cache and tempdb drive need.
    .DESCRIPTION
        The task is disabled, not removed. For EC2Launch v2 see Disable-CwVolumeInitializer.
    .OUTPUTS
        System.Boolean, true if it was disabled
    .EXAMPLE
        Disable-CwDiskInitializer
    .NOTES
        Source: [windows#ec2launch-v1].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([bool])]
    param()

    $tasks = @(Get-ScheduledTask -TaskName '*Disk Initialization' -ErrorAction Stop | Where-Object {
            $_.TaskName -in 'Amazon Ec2 Launch - Disk Initialization', 'Disk Initialization' -and [int] $_.State -ne 1
        })
    if ($tasks.Count -eq 0 -or -not $PSCmdlet.ShouldProcess('Disk Initialization', 'Disable the scheduled task')) {
        return $false
    }
    $former = Get-CwFormerSetting
    foreach ($task in $tasks) {
        # Remembered first: UninstallHost enables it again.
        $same = @($former.disabledTasks | Where-Object { $_.name -eq $task.TaskName -and $_.path -eq $task.TaskPath })
        if ($same.Count -eq 0) {
            $former.disabledTasks = @($former.disabledTasks) + @{ name = $task.TaskName; path = $task.TaskPath }
            Write-CwStateFile -Name 'settings' -Content $former
        }
        $null = Disable-ScheduledTask -TaskName $task.TaskName -TaskPath $task.TaskPath -ErrorAction Stop
        Write-CwLog -Message "the scheduled task '$($task.TaskName)' was disabled"
    }
    return $true
}
