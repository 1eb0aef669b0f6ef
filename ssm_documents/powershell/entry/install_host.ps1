# Has both scheduled tasks of this node run the bundle that the documents before this one have written.

$answer = Invoke-CwEntry -Action 'install_host' -Body {
    param($Context)

    Confirm-CwNotOfCluster -Machine $Context.host
    Install-CwBundle -Machine $Context.host
}
$answer.Json
exit $answer.ExitCode
