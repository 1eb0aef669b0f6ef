function Save-CwBootState {
    <#
    .SYNOPSIS
        Remembers how the boot task ended in this boot; its next run, and ObserveHost, read it.
    .PARAMETER Boot
        What the attempts shared (Invoke-CwBootAttempt).
    .PARAMETER Verdict
        The last attempt's verdict.
    .OUTPUTS
        None; a file that can't be written is logged, in Windows' event log, too: the task has done its work, but its
        next run takes this boot for one that never came up, and starts what somebody has stopped.
    .EXAMPLE
        Save-CwBootState -Boot $boot -Verdict $verdict
    .NOTES
        Source: [glossary#boot-task]. Nothing is written into a folder that isn't ours alone. What was left to an
        operation has the outcome left: the boot hasn't come up. What an act wrote of its use of the drive
        (Save-CwActAtBoot), maybe a moment ago, stays. Only a deadCache written here proves that a restart of
        Windows didn't bring the cache back (Get-CwStorageEvidence): the drive wasn't usable at any look of this boot.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Boot,
        [Parameter(Mandatory)] [hashtable] $Verdict
    )

    if ($null -eq $Boot.machine -or $Verdict.code -eq 'CW3018') {
        return
    }
    $outcome = $Verdict.outcome
    if ($Boot['left']) {
        $outcome = 'left'
    }
    $served = [bool] $Boot['served']
    if (-not $served) {
        $written = Get-CwBootState -Machine $Boot.machine
        $served = $null -ne $written -and (Get-CwPlannedValue -Plan $written -Name 'served' -Default $true)
    }
    $deadCache = $null
    if (-not $served) {
        $deadCache = $Boot['deadCache']
    }
    $content = [ordered] @{
        bootId = $Boot.machine.bootId
        endedAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
        code = $Verdict.code
        outcome = $outcome
        folderWasOpen = $Boot.opened
        ran = @($Boot['ran'] | Where-Object { $null -ne $_ })
        served = $served
        deadCache = $deadCache
    }
    try {
        Write-CwStateFile -Name 'boot' -Content $content
    }
    catch {
        $failure = ConvertTo-CwFailure -ErrorRecord $_
        Write-CwLog -Message "boot state not written: $($failure.message)"
        $failure.message += ' Until it can be, the boot task starts a stopped SQL Server again every 15 minutes;' +
            ' a service that is Disabled stays down.'
        Write-CwEvent -Action 'boot_task' -Verdict $failure
    }
}
