# Lets a node that CacheWarden drained take roles of its failover cluster again, without moving any back.

$answer = Invoke-CwActingEntry -Action 'resume_cluster_node' -Body {
    param($Context)

    $computer = $Context.host.computer
    if (-not (Test-CwDrained)) {
        New-CwVerdict -Code 'CW2054' -Outcome 'already' -Message "CacheWarden has not drained $computer."
        return
    }
    Resume-CwClusterNode -Computer $computer
    New-CwVerdict -Code 'CW2019' -Outcome 'done' -Changed -Message "$computer takes roles again."
}
$answer.Json
exit $answer.ExitCode
