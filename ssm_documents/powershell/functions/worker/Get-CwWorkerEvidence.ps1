function Get-CwWorkerEvidence {
    <#
    .SYNOPSIS
        Reports what the host's worker does or did last.
    .DESCRIPTION
        A worker that says "running" but was started in another boot, or whose scheduled task has ended, was
        interrupted: it is reported as failed with CW1054, and the move can be continued by the same command. So is one
        whose record is damaged, unless its task still runs: then it writes its progress down anew.
    .PARAMETER BootId
        This boot's id.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: work, state, token, actionToken, startedAt, endedAt,
        bytesDone, bytesTotal, bytesPerSecond, code, message, bootId
    .EXAMPLE
        Get-CwWorkerEvidence -BootId (Get-CwHost).bootId
    .NOTES
        Source: [glossary#worker]. State of a scheduled task: 2 Queued, 4 Running.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [string] $BootId
    )

    $lost = $false
    try {
        $worker = Read-CwStateFile -Name 'worker'
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CW3010*') {
            throw
        }
        $lost = $true
        $worker = [ordered] @{
            work = 'unknown'; state = 'running'; token = $null; actionToken = $null; startedAt = $null; endedAt = $null
            bytesDone = $null; bytesTotal = $null; bytesPerSecond = $null; code = $null
            message = 'What the worker does is not known: its record is damaged.'; bootId = $BootId
        }
    }
    if ($null -eq $worker) {
        return [ordered] @{
            work = 'none'; state = 'idle'; token = $null; actionToken = $null; startedAt = $null; endedAt = $null
            bytesDone = 0; bytesTotal = 0; bytesPerSecond = 0; code = $null; message = ''; bootId = $BootId
        }
    }
    if ($worker.state -ne 'running') {
        return $worker
    }
    $interrupted = $null
    if ($worker.bootId -ne $BootId) {
        $interrupted = 'Windows was restarted while the worker ran.'
    }
    else {
        $task = Get-CwTask -Task 'worker'
        if ($null -eq $task -or [int] $task.State -notin 2, 4) {
            # It may have ended between the two looks.
            if (-not $lost) {
                $worker = Read-CwStateFile -Name 'worker'
            }
            if ($lost) {
                $interrupted = 'What the worker did last is not known: its record is damaged.'
            }
            elseif ($worker.state -eq 'running') {
                $interrupted = 'The worker ended before its work was done, or could not write down how it ended: ' +
                    "Windows' event log says it, source CacheWarden."
            }
        }
    }
    if ($null -ne $interrupted) {
        $worker.state = 'failed'
        $worker.code = 'CW1054'
        $worker.message = $interrupted
    }
    return $worker
}
