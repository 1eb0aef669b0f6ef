# Turns automatic failover off for the replicas of some Availability Groups; runs on the primary's node.

$answer = Invoke-CwActingEntry -Action 'hold_replica_modes' -Body {
    param($Context)

    $wanted = Get-CwParameter -Name 'AvailabilityGroups' -Pattern '[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,12}' -Required
    $selection = Open-CwGroupSelection -GroupId $wanted.ToLowerInvariant().Split(',') -Role 1
    try {
        $changes = 0
        foreach ($group in $selection.groups) {
            foreach ($replica in $group.replicas) {
                if ($replica.failoverMode -eq 0) {
                    $mode = @{ Group = $group; Replica = $replica; FailoverMode = 1 }
                    Set-CwReplicaMode -Connection $selection.connection @mode
                    $changes++
                }
            }
        }
    }
    finally {
        $selection.connection.Dispose()
    }
    $after = Get-CwSqlEvidence -Letter @(Get-CwDriveLetter -Inventory (Read-CwStateFile -Name 'inventory'))
    $automatic = 0
    foreach ($group in @($after.availabilityGroups | Where-Object { $_.id -in $selection.ids })) {
        $automatic += @($group.replicas | Where-Object { $_.failoverMode -eq 0 }).Count
    }
    if ($automatic -gt 0) {
        Stop-CwAction -Code 'CW2041' -Outcome 'partial' -Changed -Message (
            "$automatic replicas still show automatic failover after $changes changes.")
    }
    $evidence = @{ sql = $after }
    if ($changes -eq 0) {
        $message = 'No replica had automatic failover.'
        New-CwVerdict -Code 'CW2002' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $message = "Automatic failover is off for $changes replicas."
    New-CwVerdict -Code 'CW2001' -Outcome 'done' -Changed -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
