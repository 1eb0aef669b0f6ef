# Moves the write-back cache from the Swap volume to an instance-store disk: checks, starts the host's worker, returns.

$join = { Get-CwRunningWork -Work 'restore' -Code 'CW1006' }
$answer = Invoke-CwActingEntry -Action 'restore_cache' -Join $join -Body {
    param($Context)

    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    $needed = Test-CwMoveNeeded -Work 'restore' -Fact $collected -Storage $storage
    if (-not $needed) {
        $evidence = @{ storage = $storage }
        $message = 'The cache was already on the instance-store disk.'
        New-CwVerdict -Code 'CW1005' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $order = @{
        Work = 'restore'
        Token = $Context.token
        ActionToken = $Context.actionToken
        BootId = $Context.host.bootId
        CacheBytes = $storage.virtualDisk.writeCacheBytes
    }
    Start-CwWorker @order
    $worker = Get-CwWorkerEvidence -BootId $Context.host.bootId
    $gibibytes = [Math]::Round($storage.virtualDisk.writeCacheBytes / 1GB)
    $message = "The worker was started; $gibibytes GiB take about $(4 * $gibibytes) s."
    New-CwVerdict -Code 'CW1006' -Outcome 'started' -Message $message -Changed -Evidence @{ worker = $worker }
}
$answer.Json
exit $answer.ExitCode
