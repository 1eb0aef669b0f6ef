# Moves the write-back cache from the instance-store disk to the Swap volume: checks, starts the host's worker, returns.

$join = { Get-CwRunningWork -Work 'evacuate' -Code 'CW1003' }
$answer = Invoke-CwActingEntry -Action 'evacuate_cache' -Join $join -Body {
    param($Context)

    Start-CwCacheMove -Context $Context -Work 'evacuate' -StartedCode 'CW1003' -AlreadyCode 'CW1002'
}
$answer.Json
exit $answer.ExitCode
