# Moves the write-back cache from the Swap volume to an instance-store disk: checks, starts the host's worker, returns.

$join = { Get-CwRunningWork -Work 'restore' -Code 'CW1006' }
$answer = Invoke-CwActingEntry -Action 'restore_cache' -Join $join -Body {
    param($Context)

    Start-CwCacheMove -Context $Context -Work 'restore' -StartedCode 'CW1006' -AlreadyCode 'CW1005'
}
$answer.Json
exit $answer.ExitCode
