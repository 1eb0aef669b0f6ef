function Invoke-CwWorker {
    <#
    .SYNOPSIS
        Carries out the work order, and leaves its result where observers find it.
    .DESCRIPTION
        Run by the scheduled task CacheWarden-Worker as SYSTEM. Nobody waits for it: the loop watches worker.json.
    .OUTPUTS
        System.Int32, the exit code of the task
    .EXAMPLE
        Invoke-CwWorker
    .NOTES
        Source: [glossary#worker].
    #>
    [CmdletBinding()]
    [OutputType([int])]
    param()

    $order = $null
    try {
        Confirm-CwFolder -Fault @(Get-CwFolderFault)
        $machine = Get-CwHost
        $order = Read-CwStateFile -Name 'work'
        if ($null -eq $order) {
            return 0
        }
        $work = { Invoke-CwWorkOrder -Order $order -Machine $machine }
        $verdict = Invoke-CwExclusively -TimeoutSeconds 600 -ScriptBlock $work | Select-Object -Last 1
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    Write-CwLog -Message "worker ends: $($verdict.code) $($verdict.outcome): $($verdict.message)"
    Write-CwEvent -Action 'worker' -Verdict $verdict
    if ($verdict.code -eq 'CW3016' -or $null -eq $order) {
        return 10
    }
    $state = 'failed'
    if ($verdict.outcome -in 'done', 'already') {
        $state = 'succeeded'
    }
    $final = @{ Order = $order; State = $state; Code = $verdict.code; Message = $verdict.message }
    try {
        $progress = Read-CwStateFile -Name 'worker'
        $final.BytesDone = $progress.bytesDone
        $final.BytesTotal = $progress.bytesTotal
        $final.BytesPerSecond = $progress.bytesPerSecond
        if ($state -eq 'succeeded') {
            $final.BytesDone = $progress.bytesTotal
        }
    }
    catch {
        Write-CwLog -Message "progress unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    try {
        Write-CwWorkerState @final -Attempts 100
    }
    catch {
        # The cache is where it is, and every look at the storage sees it; the event above says how the work ended.
        Write-CwLog -Message "the worker's end could not be written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    return (ConvertTo-CwAnswer -Verdict $verdict -BootId $order.bootId -Limit 2000).ExitCode
}
