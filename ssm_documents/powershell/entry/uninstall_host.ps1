# Takes CacheWarden off this node: start modes and settings as they were, no task, no bundle; touches no storage.

$answer = Invoke-CwEntry -Action 'uninstall_host' -Body {
    param($Context)

    $words = 'a stop of this instance destroys the data drive'
    $accepted = $null -ne (Get-CwParameter -Name 'AcceptedLoss' -Pattern $words)
    $uninstall = { Uninstall-CwHost -Machine $Context.host -Accepted:$accepted }
    Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock $uninstall | Select-Object -Last 1
}
$answer.Json
exit $answer.ExitCode
