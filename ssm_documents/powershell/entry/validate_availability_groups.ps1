# Says of each policy whether the Availability Groups of this node meet it, and what to do. Changes nothing.

$answer = Invoke-CwEntry -Action 'validate_availability_groups' -Limit 23500 -Body {
    param($Context)

    $running = @(Get-CwSqlInstance | Where-Object { $_.service -eq 4 })
    if ($running.Count -eq 0) {
        Stop-CwAction -Code 'CW2020' -Outcome 'refused' -Message 'No SQL Server service runs on this node.'
    }
    $cached = $null -ne (Read-CwStateFile -Name 'inventory')
    $policies = @()
    foreach ($instance in $running) {
        try {
            $connection = Connect-CwSqlServer -Instance $instance.name
            try {
                $results = @(Get-CwPolicy -Connection $connection -Machine $Context.host -Cached $cached)
            }
            finally {
                $connection.Dispose()
            }
        }
        catch {
            # What the other instances say is still true.
            $why = (ConvertTo-CwFailure -ErrorRecord $_).message
            $results = @(New-CwPolicyResult -Policy 'InstanceAnswers' -Weight 'critical' -Issue $why -Remedy (
                    'Start CacheWarden-GrantRights on the node: it says which rights are missing.'))
        }
        foreach ($result in $results) {
            $result.Insert(0, 'instance', $instance.name)
            $policies += $result
        }
    }
    if ($policies.Count -eq 0) {
        Stop-CwAction -Code 'CW2047' -Outcome 'refused' -Message 'No instance that runs here has an Availability Group.'
    }
    $broken = @($policies | Where-Object { $_.healthy -eq $false })
    $critical = @($broken | Where-Object { $_.weight -eq 'critical' })
    $unknown = @($policies | Where-Object { $null -eq $_.healthy })
    $unseen = @($unknown | Where-Object { $_.weight -eq 'critical' })
    $counted = "$($policies.Count) policies: $($policies.Count - $broken.Count - $unknown.Count) met, " +
        "$($broken.Count) not met, $($unknown.Count) not known from here, " +
        "$($unseen.Count) of them critical."
    $detail = @{ policies = $policies }
    if ($critical.Count -gt 0) {
        $first = $critical[0]
        Stop-CwAction -Code 'CW2046' -Outcome 'unsafe' -Detail $detail -Message (
            "$counted First: $($first.policy) on $($first.instance): $($first.issue).")
    }
    New-CwVerdict -Code 'CW2016' -Outcome 'done' -Detail $detail -Message $counted
}
$answer.Json
exit $answer.ExitCode
