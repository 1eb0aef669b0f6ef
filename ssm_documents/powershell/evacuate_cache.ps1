# Moves the write-back cache from the instance-store disk to the Swap volume: checks, starts the host's worker, returns.

$join = { Get-CwRunningWork -Work 'evacuate' -Code 'CW1003' }
$answer = Invoke-CwActingEntry -Action 'evacuate_cache' -Join $join -Body {
    param($Context)

    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    $needed = Test-CwMoveNeeded -Work 'evacuate' -Fact $collected -Storage $storage
    if (-not $needed) {
        $evidence = @{ storage = $storage }
        $message = 'The cache was already on the Swap volume.'
        New-CwVerdict -Code 'CW1002' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $order = @{
        Work = 'evacuate'
        Token = $Context.token
        ActionToken = $Context.actionToken
        BootId = $Context.host.bootId
        CacheBytes = $storage.virtualDisk.writeCacheBytes
    }
    Start-CwWorker @order
    $worker = Get-CwWorkerEvidence -BootId $Context.host.bootId
    $gibibytes = [Math]::Round($storage.virtualDisk.writeCacheBytes / 1GB)
    $message = "The worker was started; $gibibytes GiB take about $(4 * $gibibytes) s."
    New-CwVerdict -Code 'CW1003' -Outcome 'started' -Message $message -Changed -Evidence @{ worker = $worker }
}
$answer.Json
exit $answer.ExitCode
