# Starts automatic seeding of databases that a secondary lacks; runs on the primary's node.

$answer = Invoke-CwActingEntry -Action 'seed_databases' -Body {
    param($Context)

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
$answer.Json
exit $answer.ExitCode
