function Update-CwMoveWatch {
    <#
    .SYNOPSIS
        Takes the storage jobs' progress into account, tells observers, and ends a move that makes no progress.
    .DESCRIPTION
        A job that is new or suspended waits its turn, which is no standstill. One that begins again at 0 % has its own
        progress; five times is too often, twice under load. There a move that is slow for too long ends as well, all
        with CW1057: an evacuation goes on once SQL Server has stopped, a restore is undone.
    .PARAMETER Watch
        New-CwMoveWatch's answer; it is changed.
    .PARAMETER Job
        The active storage jobs.
    .PARAMETER Order
        The work order.
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwMoveWatch -Watch $watch -Job $active -Order $order
    .NOTES
        Source: [write-cache#repair-stalls]. Progress is in bytes where Windows gives them, else from the percentage.
        Job states 2 New, 5 Suspended.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Watch,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Job,
        [Parameter(Mandatory)] [object] $Order
    )

    $number = Get-CwStatusNumber
    # Looks are a minute apart at most: whatever else the clock shows is a correction of it, and no standstill.
    $now = Get-CwTime
    $passed = [Math]::Min(120, [Math]::Max(0, ($now - $Watch.seenAt).TotalSeconds))
    $Watch.seenAt = $now
    $Watch.seconds += $passed
    $Watch.idleSeconds += $passed
    $Watch.workSeconds += $passed
    $done = [long] 0
    foreach ($entry in $Job) {
        if ($entry.bytesTotal -gt 0) {
            $done += $entry.bytesDone
        }
        else {
            $done += [long] ($Watch.totalBytes * $entry.percent / 100)
        }
    }
    $ids = @($Job | ForEach-Object { $_.uniqueId })
    $known = @($ids | Where-Object { $Watch.jobs -contains $_ })
    $again = $ids.Count -gt 0 -and $Watch.jobs.Count -gt 0 -and ($known.Count -eq 0 -or $done -lt $Watch.doneBytes)
    if ($again) {
        $Watch.restarts++
        Write-CwLog -Message "the repair began again after $($Watch.doneBytes) bytes, time $($Watch.restarts)"
    }
    if ($again -or $done -gt $Watch.doneBytes) {
        $Watch.doneBytes = $done
        $Watch.idleSeconds = 0
    }
    if ($ids.Count -gt 0) {
        $Watch.jobs = $ids
    }
    if (@($Job | Where-Object { $_.state -notin $number.jobWaits }).Count -eq 0) {
        # None is listed, or those that are wait their turn.
        $Watch.workSeconds = 0
    }
    $rate = [long] 0
    if ($Watch.seconds -gt 0 -and $Watch.doneBytes -gt 0) {
        $rate = [long] ($Watch.doneBytes / $Watch.seconds)
        $Watch.remainingSeconds = [Math]::Max(0, $Watch.totalBytes - $Watch.doneBytes) / [Math]::Max(1, $rate)
    }
    $idle = $Watch.idleSeconds
    $why = ''
    if ([Math]::Min($idle, $Watch.workSeconds) -ge $Watch.stallSeconds) {
        $why = "No progress for $($Watch.stallSeconds) s after $($Watch.doneBytes) bytes."
    }
    elseif ($idle -gt $Watch.limitSeconds) {
        $why = "Nothing was seen to move for $([int] $idle) s, $($Watch.doneBytes) bytes were moved."
    }
    elseif ($Watch.restarts -ge $Watch.restartsMax) {
        $why = "The repair began again $($Watch.restarts) times, $($Watch.doneBytes) bytes were moved."
    }
    elseif ($Watch.underLoad -and $Watch.seconds -gt $Watch.limitSeconds) {
        $why = "In $([int] $Watch.seconds) s only $($Watch.doneBytes) of $($Watch.totalBytes) bytes were moved."
    }
    if ($why -ne '') {
        $code = 'CW1053'
        if ($Watch.underLoad) {
            $code = 'CW1057'
        }
        Stop-CwAction -Code $code -Outcome 'partial' -Changed -Message $why
    }
    $state = @{
        Order = $Order
        State = 'running'
        Message = "The $($Order.work) is at $($Watch.doneBytes) of $($Watch.totalBytes) bytes."
        BytesDone = $Watch.doneBytes
        BytesTotal = $Watch.totalBytes
        BytesPerSecond = $rate
    }
    try {
        Write-CwWorkerState @state
    }
    catch {
        # Observers see less for a while; that is no reason to end or undo a move.
        Write-CwLog -Message "progress could not be written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
