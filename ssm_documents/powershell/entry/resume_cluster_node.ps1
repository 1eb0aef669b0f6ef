# Lets a node that CacheWarden drained take roles of its failover cluster again, without moving any back.

$answer = Invoke-CwActingEntry -Action 'resume_cluster_node' -Body {
    param($Context)

    $computer = $Context.host.computer
    $drained = Test-CwDrained
    if ($drained -eq $false) {
        New-CwVerdict -Code 'CW2054' -Outcome 'already' -Message "CacheWarden has not drained $computer."
        return
    }
    if ($null -eq $drained) {
        # A node that isn't paused needs no resuming: its file is written anew. One that somebody else paused stays so.
        $node = Get-CwClusterNode | Where-Object { $_.Name -eq $computer } | Select-Object -First 1
        if ([int] $node.State -eq 2) {
            Stop-CwAction -Code 'CW3010' -Outcome 'unsafe' -Message (
                "drain.json can't be read: nobody knows who paused ${computer}. Look, then start Resume-ClusterNode.")
        }
    }
    Resume-CwClusterNode -Computer $computer
    New-CwVerdict -Code 'CW2019' -Outcome 'done' -Changed -Message "$computer takes roles again."
}
$answer.Json
exit $answer.ExitCode
