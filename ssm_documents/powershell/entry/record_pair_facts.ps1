# Sees on the secondary of a disposable pair, which has nothing but a test group, what isn't confirmed of failover
# clusters and Availability Groups, and prints it as settings of the rehearsal's model.

$told = @{ lines = @() }
$answer = Invoke-CwEntry -Action 'record_pair_facts' -Body {
    param($Context)

    $fact = @{}
    $unseen = @{}
    $pair = Confirm-CwPairNode
    foreach ($aside in @($pair.files | ForEach-Object { "$_.trial" } | Where-Object { Test-Path -LiteralPath $_ })) {
        Stop-CwAction -Code 'CW5146' -Outcome 'refused' -Message (
            "$aside is there, of a run that was cut off: remove it.")
    }
    $build = @{ windows = $Context.host.build; sqlServer = $pair.version }
    try {
        Test-CwClusterStorageFact -Fact $fact -Unseen $unseen
        $all = ConvertTo-CwFactWord -Seen ($pair.replicasSeen -eq $pair.replicas)
        $fact['sql.cluster_states_of_all_replicas_on_secondary'] = $all
        Test-CwLostFileFact -Pair $pair -Fact $fact -Unseen $unseen
        Test-CwReseedFact -Pair $pair -Fact $fact -Unseen $unseen
    }
    finally {
        $left = @(Restore-CwTrialFile -Pair $pair)
        $told.lines = $left + @(ConvertTo-CwFactLine -Fact $fact -Unseen $unseen -Build $build)
    }
    $message = "SQL Server $($pair.version): $($fact.Count) facts seen."
    if ($fact['sql.seeding_restarts_after_drop'] -eq 'no') {
        $message += ' The copy here was dropped and is not seeded anew.'
    }
    New-CwVerdict -Code 'CW5144' -Outcome 'done' -Changed -Message $message -Detail @{ facts = $fact.Count }
}
# For a person to read; the verdict is the last line, as always.
$told.lines
$answer.Json
exit $answer.ExitCode
