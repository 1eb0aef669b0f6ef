# Turns automatic failover off for some replicas, or all, of some Availability Groups; runs on the primary's node. Where
# the workflow asks for it, named replicas become asynchronous, so that no commit waits for a volume whose cache moves.

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
        $asked = Get-CwConsent -Word 'online' -Token $Context.token -Now (Get-CwTime)
        $asynchronous = $null -ne $named -and $asked.word -ceq 'online'
        $changes = 0
        foreach ($group in $selection.groups) {
            foreach ($replica in $group.replicas) {
                if ($replica.id -in $held -and $replica.failoverMode -eq 0) {
                    $mode = @{ Group = $group; Replica = $replica; FailoverMode = 1 }
                    Set-CwReplicaMode -Connection $selection.connection @mode
                    $changes++
                }
                if ($asynchronous -and $replica.id -in $held -and $replica.role -ne 1 -and
                    $replica.availabilityMode -eq 1) {
                    $mode = @{ Group = $group; Replica = $replica; AvailabilityMode = 0 }
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
    Confirm-CwGroupSeen -Sql $after -GroupId $selection.ids -Code 'CW2041'
    $automatic = 0
    $waitedFor = 0
    foreach ($group in @($after.availabilityGroups | Where-Object { $_.id -in $selection.ids })) {
        $mine = @($group.replicas | Where-Object { $_.id -in $held })
        $automatic += @($mine | Where-Object { $_.failoverMode -eq 0 }).Count
        $waitedFor += @($mine | Where-Object { $asynchronous -and $_.availabilityMode -eq 1 }).Count
    }
    if ($automatic + $waitedFor -gt 0) {
        Stop-CwAction -Code 'CW2041' -Outcome 'partial' -Changed -Message (
            "$automatic replicas still show automatic failover, $waitedFor synchronous commit, after $changes changes.")
    }
    $evidence = @{ sql = $after }
    if ($changes -eq 0) {
        $message = 'No replica had automatic failover.'
        New-CwVerdict -Code 'CW2002' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $message = "$changes changes: no automatic failover."
    if ($asynchronous) {
        $message = "$changes changes: no automatic failover, asynchronous."
    }
    New-CwVerdict -Code 'CW2001' -Outcome 'done' -Changed -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
