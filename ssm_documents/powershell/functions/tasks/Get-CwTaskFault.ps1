function Get-CwTaskFault {
    <#
    .SYNOPSIS
        Lists what would keep one of the host's scheduled tasks from doing its work.
    .PARAMETER Task
        worker or boot_task.
    .PARAMETER Definition
        The task (Get-CwTask), or null.
    .OUTPUTS
        System.String for each fault; nothing while the task is as InstallHost registers it
    .EXAMPLE
        @(Get-CwTaskFault -Task 'worker' -Definition (Get-CwTask -Task 'worker')).Count -eq 0
    .NOTES
        Source: [glossary#worker], [glossary#boot-task]. LogonType 5 is that of service accounts, RunLevel 1 the
        highest, State 1 disabled, MultipleInstances 2 IgnoreNew.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task,
        [Parameter(Mandatory)] [AllowNull()] [object] $Definition
    )

    $name = "the scheduled task of $Task"
    if ($null -eq $Definition) {
        return "$name is missing"
    }
    $actions = @($Definition.Actions)
    $script = Get-CwTaskScript -Task $Task -Definition $Definition
    if ($actions.Count -ne 1 -or $actions[0].Execute -ne (Get-CwTaskProgram) -or $script -eq '') {
        "$name runs something else"
    }
    $principal = $Definition.Principal
    if ([int] $principal.LogonType -ne 5 -or [int] $principal.RunLevel -ne 1 -or
        -not (Test-CwSystemAccount -Name ([string] $principal.UserId))) {
        "$name doesn't run as SYSTEM"
    }
    if ([int] $Definition.State -eq 1) {
        "$name is disabled"
    }
    $settings = $Definition.Settings
    if (@('', 'PT0S') -notcontains [string] $settings.ExecutionTimeLimit) {
        "$name may be ended after $($settings.ExecutionTimeLimit)"
    }
    if ([int] $settings.MultipleInstances -ne 2) {
        "$name may run twice at once"
    }
    if ($Task -eq 'boot_task') {
        $enabled = @($Definition.Triggers | Where-Object { $_ -and $_.Enabled })
        if (@($enabled | Where-Object { $_.CimClass.CimClassName -eq 'MSFT_TaskBootTrigger' }).Count -eq 0) {
            "$name doesn't start with Windows"
        }
        if (@($enabled | Where-Object { $_.Repetition.Interval -eq 'PT15M' }).Count -eq 0) {
            "$name isn't repeated"
        }
    }
}
