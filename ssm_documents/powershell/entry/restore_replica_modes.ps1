# Gives replicas the modes that were saved before the operation, and groups the number of synchronized secondaries that
# a commit waits for; runs on the primary's node.

$answer = Invoke-CwActingEntry -Action 'restore_replica_modes' -Body {
    param($Context)

    $entry = '[0-9a-fA-F-]{36}/[0-9a-fA-F-]{36}/[01]/[01](/[01])?'
    $text = Get-CwParameter -Name 'Modes' -Pattern "$entry(,$entry){0,5}"
    $entry = '[0-9a-fA-F-]{36}/[0-8]'
    $numbers = Get-CwParameter -Name 'RequiredSynchronized' -Pattern "$entry(,$entry){0,5}"
    $wanted = @()
    if ($null -ne $text) {
        $wanted = @(foreach ($part in $text.ToLowerInvariant().Split(',')) {
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
            })
    }
    $required = @{}
    if ($null -ne $numbers) {
        foreach ($part in $numbers.ToLowerInvariant().Split(',')) {
            $fields = $part.Split('/')
            $required[$fields[0]] = [int] $fields[1]
        }
    }
    $ids = @(@($wanted | ForEach-Object { $_.group }) + @($required.Keys) | Select-Object -Unique)
    if ($ids.Count -eq 0) {
        $message = 'Nothing is to be set: Modes is none, and no number of required secondaries was given.'
        Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message $message
    }
    $selection = Open-CwGroupSelection -GroupId $ids -Role 1
    try {
        foreach ($group in @($selection.groups | Where-Object { $required.ContainsKey($_.id) })) {
            $synchronized = @($group.replicas | Where-Object {
                    $_.role -eq 2 -and $_.availabilityMode -eq 1 -and $_.connected -eq 1 -and
                    $_.databases.count -gt 0 -and $_.databases.synchronized -eq $_.databases.count
                }).Count
            $number = $required[$group.id]
            if ($number -gt $group.requiredSynchronized -and $number -gt $synchronized) {
                Stop-CwAction -Code 'CW2077' -Outcome 'refused' -Message (
                    "$($group.name) has $synchronized SYNCHRONIZED secondaries: " +
                    "with $number required, commits would stall.")
            }
        }
        $changes = 0
        foreach ($mode in $wanted) {
            $changes += Restore-CwReplicaMode -Selection $selection -Mode $mode
        }
        foreach ($group in @($selection.groups | Where-Object { $required.ContainsKey($_.id) })) {
            if ($group.requiredSynchronized -ne $required[$group.id]) {
                $statement = @{
                    Text = $CwSql.set_required_synchronized
                    Name = @{
                        AvailabilityGroup = ConvertTo-CwSqlName -Name $group.name
                        Secondaries = [string] $required[$group.id]
                    }
                    What = "Changing the number of required secondaries of $($group.name)"
                }
                Invoke-CwSqlStatement -Connection $selection.connection @statement
                $changes++
            }
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
            "$different of $($wanted.Count) replicas don't show their saved modes after $changes changes.")
    }
    $unset = @($after.availabilityGroups | Where-Object {
            $required.ContainsKey($_.id) -and $_.requiredSynchronized -ne $required[$_.id] })
    if ($unset.Count -gt 0) {
        Stop-CwAction -Code 'CW2041' -Outcome 'partial' -Changed -Message (
            "$($unset[0].name) requires $($unset[0].requiredSynchronized) secondaries after $changes changes; " +
            "$($required[$unset[0].id]) were asked for.")
    }
    $evidence = @{ sql = $after }
    if ($changes -eq 0) {
        $message = 'All replicas and groups already were as asked for.'
        New-CwVerdict -Code 'CW2004' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $message = "$changes modes or numbers of required secondaries were set."
    New-CwVerdict -Code 'CW2003' -Outcome 'done' -Changed -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
