# Takes replicas that aren't connected out of their Availability Groups; runs on the primary's node.

$answer = Invoke-CwActingEntry -Action 'remove_replicas' -Body {
    param($Context)

    $pattern = '[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,12}'
    $groups = (Get-CwParameter -Name 'AvailabilityGroups' -Pattern $pattern -Required).ToLowerInvariant().Split(',')
    $wanted = (Get-CwParameter -Name 'Replicas' -Pattern $pattern -Required).ToLowerInvariant().Split(',')
    $selection = Open-CwGroupSelection -GroupId $groups -Role 1
    $removed = 0
    try {
        foreach ($group in $selection.groups) {
            foreach ($replica in @($group.replicas | Where-Object { $_.id -in $wanted })) {
                Confirm-CwReplicaAbsent -Group $group -Replica $replica
            }
        }
        foreach ($group in $selection.groups) {
            foreach ($replica in @($group.replicas | Where-Object { $_.id -in $wanted })) {
                $name = @{
                    AvailabilityGroup = ConvertTo-CwSqlName -Name $group.name
                    Replica = ConvertTo-CwSqlLiteral -Text $replica.server
                }
                $what = "Removing $($replica.server) from $($group.name)"
                $statement = @{ Text = $CwSql.remove_replica; Name = $name; What = $what }
                Invoke-CwSqlStatement -Connection $selection.connection @statement
                $removed++
            }
        }
    }
    finally {
        $selection.connection.Dispose()
    }
    $after = Get-CwSqlEvidence -Letter @(Get-CwDriveLetter -Inventory (Read-CwStateFile -Name 'inventory'))
    Confirm-CwGroupSeen -Sql $after -GroupId $selection.ids -Code 'CW1084'
    $left = @($after.availabilityGroups | ForEach-Object { $_.replicas } | Where-Object { $_.id -in $wanted })
    if ($left.Count -gt 0) {
        Stop-CwAction -Code 'CW1084' -Outcome 'partial' -Changed -Message (
            "$($left.Count) of $($wanted.Count) replicas are still shown after $removed were removed.")
    }
    $evidence = @{ sql = $after }
    if ($removed -eq 0) {
        $message = 'None of these replicas is in these groups.'
        New-CwVerdict -Code 'CW1082' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    New-CwVerdict -Code 'CW1081' -Outcome 'done' -Changed -Message "$removed replicas were removed." -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
