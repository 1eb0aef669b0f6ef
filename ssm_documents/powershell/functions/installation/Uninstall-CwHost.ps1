function Uninstall-CwHost {
    <#
    .SYNOPSIS
        Takes CacheWarden off this node: puts back what InstallHost changed, then removes tasks and bundle.
    .DESCRIPTION
        The tasks are switched off first: a boot task that waits for the lock would make SQL Server's start manual
        again. The bundle goes last, and at once: cut off anywhere before, the next run does the rest. Storage,
        inventory, tokens and log stay, so that InstallHost finds the node as it was. Where it can't be read what was
        before, nothing is changed.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Accepted
        Whoever starts it has typed that a stop destroys the data drive.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Uninstall-CwHost -Machine (Get-CwHost) -Accepted:$false
    .NOTES
        Source: [windows#automatic-dependents], [glossary#boot-task], [glossary#host-bundle]. State 4 is Running.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [switch] $Accepted
    )

    Confirm-CwUninstallAllowed -Machine $Machine -Accepted:$Accepted
    if (-not $PSCmdlet.ShouldProcess($Machine.computer, 'Take CacheWarden off')) {
        return
    }
    $null = Read-CwStateFile -Name 'services'
    $null = Get-CwFormerSetting
    $tasks = @('boot_task', 'worker' | ForEach-Object { Get-CwTask -Task $_ } | Where-Object { $null -ne $_ })
    foreach ($task in $tasks) {
        $null = Disable-ScheduledTask -TaskName $task.TaskName -TaskPath '\' -ErrorAction Stop
        if ([int] $task.State -eq 4) {
            Stop-ScheduledTask -TaskName $task.TaskName -TaskPath '\' -ErrorAction Stop
        }
    }
    $done = @(Restore-CwStartMode) + @(Restore-CwFormerSetting) + @(Restore-CwVolumeInitializer) +
        @(Unregister-CwEventSource)
    foreach ($task in $tasks) {
        Unregister-ScheduledTask -TaskName $task.TaskName -TaskPath '\' -Confirm:$false -ErrorAction Stop
        $done += "task $($task.TaskName) removed"
    }
    Remove-CwBundle
    $done += 'bundle removed'
    return New-CwVerdict -Code 'CW3024' -Outcome 'done' -Changed -Message "$($done -join '; ')."
}
