# Stops SQL Server and its Agent on a secondary, or where an outage was consented to, so that nothing writes while the
# cache is moved; on a primary only as the last one of a cluster that is stopped as a whole, or where nobody can take
# over.

$answer = Invoke-CwActingEntry -Action 'stop_sql_server' -Body {
    param($Context)

    $sender = Get-CwParameter -Name 'SentBy' -Pattern 'person|workflow' -Required
    $inventory = Read-CwStateFile -Name 'inventory'
    $letters = @(Get-CwDriveLetter -Inventory $inventory)
    $before = Get-CwSqlEvidence -Letter $letters
    $running = @($before.instances | Where-Object { $_.service -ne 1 })
    # Whoever stops by hand wants all of it stopped; what the workflow stops, it starts again.
    $act = @{ Machine = $Context.host }
    if ($sender -ceq 'workflow') {
        $act.Forgotten = @($running | ForEach-Object { $_.name })
    }
    else {
        $act.Stopped = @($before.instances | ForEach-Object { $_.name })
    }
    if ($running.Count -eq 0) {
        Save-CwActAtBoot @act
        $evidence = @{ sql = $before }
        New-CwVerdict -Code 'CW2008' -Outcome 'already' -Message 'No SQL Server service runs.' -Evidence $evidence
        return
    }
    # One that runs and can't be asked may be a primary; where a right is missing, waiting doesn't help.
    if ($null -ne $before.permissions) {
        Confirm-CwSqlRight -Sql $before
    }
    $silent = @($running | Where-Object { $_.Contains('error') })
    if ($silent.Count -gt 0) {
        Stop-CwAction -Code 'CW2042' -Outcome 'retry' -Message "$($silent[0].name): $($silent[0].error)"
    }
    if ($null -ne $before.availabilityGroups) {
        $words = 'outage', 'whole-cluster', 'evacuate-in-place'
        $consent = Get-CwConsent -Word $words -Token $Context.token -Now (Get-CwTime)
        Confirm-CwNotNeeded -Sql $before -Consent $consent
        $before['apart'] = @(Get-CwApartInstance -Letter $letters)
        Save-CwTempdbFile -Inventory $inventory -Sql $before -BootId $Context.host.bootId
    }
    $startedAt = Get-CwTime
    Save-CwActAtBoot @act
    foreach ($instance in $running) {
        Stop-CwInstance -Instance $instance
    }
    # The boot task may have looked in between.
    Save-CwActAtBoot @act
    $seconds = [int] ((Get-CwTime) - $startedAt).TotalSeconds
    Save-CwTempdbFile -Inventory $inventory -Sql $before -BootId $Context.host.bootId -Stopped
    $evidence = @{ sql = @{ instances = @(Get-CwKnownInstance) } }
    $message = "$($running.Count) SQL Server instances stopped in $seconds s."
    New-CwVerdict -Code 'CW2007' -Outcome 'done' -Changed -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
