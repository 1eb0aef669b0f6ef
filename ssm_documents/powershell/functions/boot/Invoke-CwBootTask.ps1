function Invoke-CwBootTask {
    <#
    .SYNOPSIS
        Brings a node up after a start of Windows: drives, tempdb, SQL Server, and the cache if nobody else does.
    .DESCRIPTION
        Attaches, creates the tempdb drive again, starts SQL Server as soon as the data drive is whole, even with the
        cache on the Swap volume: after a restart of Windows alone no event calls anybody else. The cache is restored
        only onto another instance-store disk than the one it was evacuated from, and only while no operation is under
        way. Never rebuilds, never removes anything. Where the node can't come up the tempdb drive is brought online at
        last, so that it can be seen what lies there.

        Whatever goes wrong is tried again for a quarter of an hour, but for a few refusals that only a person or an
        operation can lift: disks and Windows' own services may be late. A service that didn't start is started again
        after pauses that grow, since each try takes one of the few error logs that SQL Server keeps. Between two looks
        others may act, and once an operation has, this one ends. The lock alone never ends it, however long somebody
        else has it. The task is repeated every quarter of an hour: after a boot that came up that starts nothing but
        an Agent whose lost databases are back, so that a SQL Server that was stopped on purpose stays down. So does an
        instance that ran in this boot where another one never starts; then the cache is restored at the end of a run:
        a start that only failed once doesn't wait for the lock until it is back.
    .OUTPUTS
        System.Int32, the exit code of the task
    .EXAMPLE
        Invoke-CwBootTask
    .NOTES
        Source: [glossary#boot-task], [windows#late-volumes].
    #>
    [CmdletBinding()]
    [OutputType([int])]
    param()

    $boot = @{ machine = $null; opened = $false; owner = ''; quiet = $false; left = $false; ran = @(); tried = @() }
    $boot += @{ served = $false; deadCache = $null }
    $wait = @{}
    $startPause = 30
    do {
        try {
            $verdict = Invoke-CwBootAttempt -Boot $boot | Select-Object -Last 1
        }
        catch {
            $verdict = ConvertTo-CwFailure -ErrorRecord $_
        }
        if ($verdict.code -eq 'CW3003') {
            # What was waited for the lock isn't time that the storage had.
            $wait = @{}
        }
        $again = $verdict.outcome -notin 'done', 'already' -and
            $verdict.code -notin 'CW1021', 'CW1026', 'CW3018' -and
            (Test-CwTimeLeft -Wait $wait -Seconds 900 -LookSeconds 300)
        if ($again) {
            Write-CwLog -Message "boot task waits: $($verdict.code) $($verdict.message)"
            $pause = 10
            if ($verdict.code -in 'CW2032', 'CW2040') {
                $pause = $startPause
                $startPause = [Math]::Min(2 * $startPause, 240)
            }
            Start-Sleep -Seconds $pause
        }
    } while ($again)
    if (-not $boot.quiet) {
        if ($null -ne $boot.machine -and $verdict.outcome -notin 'done', 'already') {
            Connect-CwTempdbDrive
        }
        if ($verdict.code -in 'CW2032', 'CW2040') {
            Start-CwRestoreAtLast -Boot $boot
        }
        Save-CwBootState -Boot $boot -Verdict $verdict
        Write-CwLog -Message "boot task ends: $($verdict.code) $($verdict.outcome): $($verdict.message)"
        Write-CwEvent -Action 'boot_task' -Verdict $verdict
    }
    return (ConvertTo-CwAnswer -Verdict $verdict -BootId '' -Limit 2000).ExitCode
}
