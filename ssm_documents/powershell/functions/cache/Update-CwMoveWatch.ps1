function Update-CwMoveWatch {
    <#
    .SYNOPSIS
        Takes the storage jobs' progress into account, tells observers, and ends a move that hangs.
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
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [hashtable] $Watch,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Job,
        [Parameter(Mandatory)] [object] $Order
    )

    $now = Get-CwTime
    $done = [long] 0
    foreach ($entry in $Job) {
        if ($entry.bytesTotal -gt 0) {
            $done += $entry.bytesDone
        }
        else {
            $done += [long] ($Watch.totalBytes * $entry.percent / 100)
        }
    }
    # Without a visible job there is no progress to be seen; then only the overall limit counts.
    if ($done -gt $Watch.doneBytes -or $Job.Count -eq 0) {
        $Watch.doneBytes = [Math]::Max($done, $Watch.doneBytes)
        $Watch.progressAt = $now
    }
    $seconds = ($now - $Watch.startedAt).TotalSeconds
    $rate = [long] 0
    if ($seconds -gt 0 -and $Watch.doneBytes -gt 0) {
        $rate = [long] ($Watch.doneBytes / $seconds)
        $Watch.remainingSeconds = [Math]::Max(0, $Watch.totalBytes - $Watch.doneBytes) / $rate
    }
    if (($now - $Watch.progressAt).TotalSeconds -ge $Watch.stallSeconds) {
        Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
            "No progress for $($Watch.stallSeconds) s after $($Watch.doneBytes) bytes.")
    }
    if ($now -gt $Watch.limitAt) {
        Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
            "Not finished after $([int] $Watch.limitSeconds) s, $($Watch.doneBytes) bytes were moved.")
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
