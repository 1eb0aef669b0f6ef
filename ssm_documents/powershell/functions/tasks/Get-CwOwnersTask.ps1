function Get-CwOwnersTask {
    <#
    .SYNOPSIS
        Lists the scheduled tasks of the node's owner that run when Windows starts.
    .DESCRIPTION
        Windows' own tasks and CacheWarden's are none of them. What a task does isn't looked at.
    .OUTPUTS
        MSFT_ScheduledTask for each one that isn't disabled
    .EXAMPLE
        @(Get-CwOwnersTask).Count -gt 0
    .NOTES
        Source: [windows#ec2launch-v1]. State 1 is that of a disabled task.
    #>
    [CmdletBinding()]
    [OutputType('MSFT_ScheduledTask')]
    param()

    Get-ScheduledTask -ErrorAction Stop | Where-Object {
        $_.TaskPath -notlike '\Microsoft\*' -and $_.TaskName -notlike 'CacheWarden-*' -and [int] $_.State -ne 1 -and
        ($_.Triggers | Where-Object { $_ -and $_.Enabled -and $_.CimClass.CimClassName -eq 'MSFT_TaskBootTrigger' })
    }
}
