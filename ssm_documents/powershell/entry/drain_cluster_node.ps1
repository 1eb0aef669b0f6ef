# Drains this node of its failover cluster before its SQL Server stops. Availability Groups don't move by it: they are
# failed over before, and a node that leads one is refused.

$answer = Invoke-CwActingEntry -Action 'drain_cluster_node' -Body {
    param($Context)

    $computer = $Context.host.computer
    $sql = Get-CwSqlEvidence -Letter @(Get-CwDriveLetter -Inventory (Read-CwStateFile -Name 'inventory'))
    $running = @($sql.instances | Where-Object { $_.service -eq 4 })
    # Where a right is missing, waiting doesn't help; where nobody answers, nobody says.
    if ($null -ne $sql.permissions) {
        Confirm-CwSqlRight -Sql $sql
    }
    $silent = @($running | Where-Object { $_.Contains('error') })
    if ($silent.Count -gt 0) {
        Stop-CwAction -Code 'CW2042' -Outcome 'retry' -Message "$($silent[0].name): $($silent[0].error)"
    }
    $led = @($sql.availabilityGroups | Where-Object { $null -ne $_ -and $_.role -ne 2 })
    if ($led.Count -gt 0) {
        Stop-CwAction -Code 'CW2051' -Outcome 'refused' -Message (
            "The role in $($led[0].name) is $($led[0].role), not SECONDARY (2).")
    }
    $node = Get-CwClusterNode | Where-Object { $_.Name -eq $computer } | Select-Object -First 1
    if ([int] $node.State -eq 2) {
        $whose = 'somebody else, and stays so'
        $drained = Test-CwDrained
        if ($null -eq $drained) {
            $whose = 'CacheWarden or by somebody else: its drain.json is damaged'
        }
        elseif ($drained) {
            $whose = 'CacheWarden'
        }
        New-CwVerdict -Code 'CW2018' -Outcome 'already' -Message "$computer was paused by $whose."
        return
    }
    Suspend-CwClusterNode -Computer $computer
    New-CwVerdict -Code 'CW2017' -Outcome 'done' -Changed -Message "$computer is drained and paused."
}
$answer.Json
exit $answer.ExitCode
