# Gives replicas the modes that were saved before the operation; runs on the primary's node.

$answer = Invoke-CwActingEntry -Action 'restore_replica_modes' -Body {
    param($Context)

    $entry = '[0-9a-fA-F-]{36}/[0-9a-fA-F-]{36}/[01]/[01](/[01])?'
    $text = Get-CwParameter -Name 'Modes' -Pattern "$entry(,$entry){0,5}" -Required
    $wanted = foreach ($part in $text.ToLowerInvariant().Split(',')) {
        $fields = $part.Split('/')
        $seeding = -1
        if ($fields.Count -eq 5) {
            $seeding = [int] $fields[4]
        }
        @{
            group = $fields[0]
            replica = $fields[1]
            availability = [int] $fields[2]
            failover = [int] $fields[3]
            seeding = $seeding
        }
    }
    $ids = @($wanted | ForEach-Object { $_.group } | Select-Object -Unique)
    $selection = Open-CwGroupSelection -GroupId $ids -Role 1
    try {
        $changes = 0
        foreach ($mode in $wanted) {
            $changes += Restore-CwReplicaMode -Selection $selection -Mode $mode
        }
    }
    finally {
        $selection.connection.Dispose()
    }
    $after = Get-CwSqlEvidence -Letter @(Get-CwDriveLetter -Inventory (Read-CwStateFile -Name 'inventory'))
    Confirm-CwGroupSeen -Sql $after -GroupId $selection.ids -Code 'CW2041'
    $different = 0
    foreach ($mode in $wanted) {
        $replica = Find-CwReplica -Group $after.availabilityGroups -Mode $mode
        $isSeededSo = $mode.seeding -lt 0 -or $replica.seedingMode -eq $mode.seeding
        if ($replica.availabilityMode -ne $mode.availability -or $replica.failoverMode -ne $mode.failover -or
            -not $isSeededSo) {
            $different++
        }
    }
    if ($different -gt 0) {
        Stop-CwAction -Code 'CW2041' -Outcome 'partial' -Changed -Message (
            "$different of $(@($wanted).Count) replicas don't show their saved modes after $changes changes.")
    }
    $evidence = @{ sql = $after }
    if ($changes -eq 0) {
        $message = 'All replicas had their saved modes.'
        New-CwVerdict -Code 'CW2004' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $message = "$changes modes were put back."
    New-CwVerdict -Code 'CW2003' -Outcome 'done' -Changed -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
