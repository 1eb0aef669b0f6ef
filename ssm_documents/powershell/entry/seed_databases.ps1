# Starts automatic seeding of databases that a secondary lacks, or says before what a copy needs; on the primary's node.

$look = {
    param($Context)

    $null = Get-CwParameter -Name 'SeedStep' -Pattern 'look' -Required
    $wanted = @(Get-CwWantedDatabase)
    $selection = Open-CwGroupSelection -GroupId @($wanted | ForEach-Object { $_.group } | Select-Object -Unique) -Role 1
    try {
        $rows = @(Invoke-CwSqlQuery -Connection $selection.connection -Text $CwSql.copy_needs)
    }
    finally {
        $selection.connection.Dispose()
    }
    # In the order of Databases. The other node leaves one that isn't ONLINE here as it is.
    $told = @(foreach ($one in $wanted) {
            $row = @($rows | Where-Object { $_['group_database_id'] -eq $one.database })
            if ($row.Count -eq 1 -and $row[0]['size_bytes'] -isnot [DBNull]) {
                "$($row[0]['size_bytes']):$($row[0]['encryptor'])"
            }
            else {
                'unknown'
            }
        }) -join ','
    New-CwVerdict -Code 'CW2072' -Outcome 'done' -Message 'The primary said what copies need.' -Detail @{ told = $told }
}
$seed = {
    param($Context)

    $null = Get-CwParameter -Name 'SeedStep' -Pattern 'seed' -Required
    $wanted = @(Get-CwWantedDatabase)
    $again = (Get-CwParameter -Name 'Restart' -Pattern 'yes|no' -Required) -eq 'yes'
    $ids = @($wanted | ForEach-Object { $_.group } | Select-Object -Unique)
    $selection = Open-CwGroupSelection -GroupId $ids -Role 1
    $started = 0
    try {
        foreach ($replica in @(Get-CwReplicaToSeed -Selection $selection -Wanted $wanted -Restart:$again)) {
            Start-CwSeeding -Selection $selection -Replica $replica
            $started++
        }
    }
    finally {
        $selection.connection.Dispose()
    }
    if ($started -eq 0) {
        New-CwVerdict -Code 'CW2014' -Outcome 'already' -Message 'Every replica has these databases, or gets them now.'
        return
    }
    New-CwVerdict -Code 'CW2013' -Outcome 'started' -Changed -Message "Seeding was started for $started replicas."
}
if ($env:SSM_SeedStep -eq 'look') {
    # Both steps of an operation carry the same token, by which a node does an act once; a look may be taken again.
    $answer = Invoke-CwEntry -Action 'look_at_copies' -Body $look
}
else {
    $answer = Invoke-CwActingEntry -Action 'seed_databases' -Body $seed
}
$answer.Json
exit $answer.ExitCode
