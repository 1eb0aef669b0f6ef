# Turns automatic failover off for some replicas, or all, of some Availability Groups; runs on the primary's node.

$answer = Invoke-CwActingEntry -Action 'hold_replica_modes' -Body {
    param($Context)

    $wanted = Get-CwParameter -Name 'AvailabilityGroups' -Pattern '[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,12}' -Required
    $named = Get-CwParameter -Name 'Replicas' -Pattern '[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,12}'
    $selection = Open-CwGroupSelection -GroupId $wanted.ToLowerInvariant().Split(',') -Role 1
    try {
        $known = @($selection.groups | ForEach-Object { $_.replicas } | ForEach-Object { $_.id })
        $held = $known
        if ($null -ne $named) {
            $held = $named.ToLowerInvariant().Split(',')
        }
        $unknown = @($held | Where-Object { $_ -notin $known })
        if ($unknown.Count -gt 0) {
            Stop-CwAction -Code 'CW2022' -Outcome 'unsafe' -Message "Replica $($unknown -join ', ') is unknown."
        }
        $changes = 0
        foreach ($group in $selection.groups) {
            foreach ($replica in $group.replicas) {
                if ($replica.id -in $held -and $replica.failoverMode -eq 0) {
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
        $automatic += @($group.replicas | Where-Object { $_.id -in $held -and $_.failoverMode -eq 0 }).Count
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
