# Removes databases whose files were lost from this secondary, so that they can be seeded from the primary.

$answer = Invoke-CwActingEntry -Action 'reseed_databases' -Body {
    param($Context)

    $wanted = @(Get-CwWantedDatabase)
    $ids = @($wanted | ForEach-Object { $_.group } | Select-Object -Unique)
    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    $whole = $storage.classification -in 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING'
    if (-not $whole -or -not $storage.dataVolume.usable) {
        Stop-CwAction -Code 'CW2038' -Outcome 'refused' -Message (
            "Nothing is dropped while the storage is $($storage.classification): $($storage.reasons -join '; ').")
    }
    $selection = Open-CwGroupSelection -GroupId $ids -Role 2 -Reseeding
    $removed = 0
    try {
        # What is being seeded has been dropped already, and its half-made files are none that could be recovered.
        $seeded = @(Get-CwSeeding -Connection $selection.connection |
                Where-Object { $_.state -notin 'COMPLETED', 'FAILED' } | ForEach-Object { "$($_.ag)/$($_.database)" })
        $wanted = @($wanted | Where-Object { $seeded.Count -eq 0 -or
                $seeded -notcontains "$($_.group)/$((Get-CwGroupDatabase -Selection $selection -Wanted $_).name)" })
        Confirm-CwReseedAllowed -Selection $selection -Wanted $wanted -Letter $collected.facts.letter
        $possible = @(Select-CwPossibleCopy -Selection $selection -Wanted $wanted -Letter $collected.facts.letter)
        # The right comes first: dropping the copy may start the seeding at once.
        foreach ($group in $selection.groups) {
            $statement = @{
                Text = $CwSql.grant_create_any_database
                Name = @{ AvailabilityGroup = ConvertTo-CwSqlName -Name $group.name }
                What = "Allowing $($group.name) to create databases"
            }
            Invoke-CwSqlStatement -Connection $selection.connection @statement
        }
        foreach ($database in $possible) {
            $removed += Remove-CwLostDatabase -Selection $selection -Wanted $database
        }
    }
    finally {
        $selection.connection.Dispose()
    }
    if ($removed -eq 0) {
        New-CwVerdict -Code 'CW2012' -Outcome 'already' -Message 'None of the databases was left here.'
        return
    }
    New-CwVerdict -Code 'CW2011' -Outcome 'done' -Changed -Message (
        "$removed lost databases were removed for reseeding, $($wanted.Count - $possible.Count) can't be copied yet.")
}
$answer.Json
exit $answer.ExitCode
