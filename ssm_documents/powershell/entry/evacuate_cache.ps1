# Moves the write-back cache from the instance-store disk to the Swap volume: checks, starts the host's worker, returns.
# While SQL Server runs only if the workflow of this very operation asks for it.

$join = { Get-CwRunningWork -Work 'evacuate' -Code 'CW1003' }
$answer = Invoke-CwActingEntry -Action 'evacuate_cache' -Join $join -Body {
    param($Context)

    $asked = Get-CwConsent -Word 'online' -Token $Context.token -Now (Get-CwTime)
    $move = @{ Work = 'evacuate'; StartedCode = 'CW1003'; AlreadyCode = 'CW1002'; Online = $asked.word -ceq 'online' }
    Start-CwCacheMove -Context $Context @move
}
$answer.Json
exit $answer.ExitCode
