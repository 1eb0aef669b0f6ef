function Invoke-CwBootTask {
    <#
    .SYNOPSIS
        Brings a node up after a start of Windows: drives, tempdb, SQL Server, and the cache if nobody else does.
    .DESCRIPTION
        Attaches, creates the tempdb drive again, starts SQL Server as soon as the data drive is whole, even with the
        cache on the Swap volume: after a restart of Windows alone no event calls anybody else. The cache is restored
        only onto another instance-store disk than the one it was evacuated from, and only while no operation is under
        way. Never rebuilds, never removes anything. What isn't whole is looked at again for a quarter of an hour,
        since disks may appear late; a service that didn't start is started again in that time, after pauses that
        grow, since each try takes one of the few error logs that SQL Server keeps. Between two looks others may act,
        and once an operation has, this one ends. The lock alone never ends it, however long somebody else has it.
    .PARAMETER Path
        This script, as it was started.
    .OUTPUTS
        System.Int32, the exit code of the task
    .EXAMPLE
        Invoke-CwBootTask -Path $PSCommandPath
    .NOTES
        Source: [glossary#boot-task], [windows#late-volumes].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    $verdict = $null
    try {
        Confirm-CwScript -Path $Path
        $machine = Get-CwHost
        Write-CwLog -Message "boot task begins, boot $($machine.bootId)"
        $until = (Get-CwTime).AddSeconds(900)
        $owner = Get-CwOperationMark
        $startPause = 30
        while ($null -eq $verdict) {
            $boot = { Start-CwNode -Machine $machine }
            try {
                $verdict = Invoke-CwExclusively -TimeoutSeconds 600 -ScriptBlock $boot | Select-Object -Last 1
            }
            catch {
                $failure = ConvertTo-CwFailure -ErrorRecord $_
                $starting = $failure.code -in 'CW2032', 'CW2040'
                $locked = $failure.code -eq 'CW3003'
                $final = $failure.code -in 'CW1020', 'CW1021', 'CW1026' -or
                    ($failure.code -notlike 'CW1*' -and -not $starting -and -not $locked)
                if ($locked) {
                    # What was waited for the lock isn't time that the storage had.
                    $until = (Get-CwTime).AddSeconds(900)
                }
                if ($final -or (Get-CwTime) -gt $until) {
                    throw
                }
                Write-CwLog -Message "boot task waits: $($failure.code) $($failure.message)"
                if ($starting) {
                    Start-Sleep -Seconds $startPause
                    $startPause = [Math]::Min(2 * $startPause, 240)
                }
                else {
                    Start-Sleep -Seconds 10
                }
                Update-CwStorageView
            }
            if ($null -eq $verdict -and (Get-CwOperationMark) -ne $owner) {
                $message = 'An operation has begun on this node and goes on with it.'
                $verdict = New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message $message
            }
        }
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    Write-CwLog -Message "boot task ends: $($verdict.code) $($verdict.outcome): $($verdict.message)"
    return (ConvertTo-CwAnswer -Verdict $verdict -BootId '' -Limit 2000).ExitCode
}
