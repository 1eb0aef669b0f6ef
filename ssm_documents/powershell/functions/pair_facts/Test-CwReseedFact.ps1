function Test-CwReseedFact {
    <#
    .SYNOPSIS
        Sees whether a database that couldn't start leaves its group, and whether seeding begins once it was dropped.
    .PARAMETER Pair
        What Confirm-CwPairNode returned.
    .PARAMETER Fact
        Takes the facts.
    .PARAMETER Unseen
        Takes why one wasn't seen.
    .OUTPUTS
        None; a copy that can't be taken out or dropped at all ends the action with CW5147.
    .EXAMPLE
        Test-CwReseedFact -Pair $pair -Fact $fact -Unseen $unseen
    .NOTES
        Source: [reseeding#hadr-off-pending], [reseeding#seeding-restarts], [reseeding#seeding-trigger]. Seeding has two
        minutes to begin. The files that were put aside are removed with the copy.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Pair,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [hashtable] $Unseen
    )

    $name = $Pair.instance.name
    if (-not $PSCmdlet.ShouldProcess($name, 'Take the database out of its group and drop it')) {
        return
    }
    # Long before the drop: where nothing has to be seeded, the grant triggers nothing; without it nothing would begin.
    $group = @{ AvailabilityGroup = ConvertTo-CwSqlName -Name 'disposable_trial' }
    $number = Invoke-CwPairStatement -Instance $name -Text $CwSql.grant_create_any_database -Name $group
    if ($number -ne 0) {
        Stop-CwAction -Code 'CW5147' -Outcome 'partial' -Changed -Message (
            "The group may not create its database on this instance: SQL Server error $number.")
    }
    $leaving = 'sql.hadr_off_allowed_when_recovery_pending'
    Move-CwTrialFile -Instance $Pair.instance -Path $Pair.files
    # A replica that connects may be seeded for that reason: only what comes after it shows what the drop does.
    $copy = Wait-CwPairDatabase -Instance $name -Until { param($Copy) $Copy.state -eq 3 -and $Copy.connected }
    Start-Sleep -Seconds 15
    $number = Invoke-CwPairStatement -Instance $name -Text $CwSql.leave_trial_group
    if ($null -eq $copy) {
        $Unseen[$leaving] = 'the database did not become RECOVERY_PENDING on a connected replica'
    }
    elseif ($number -in 0, 35242, 35239) {
        $Fact[$leaving] = ConvertTo-CwFactWord -Seen ($number -eq 0)
    }
    else {
        $Unseen[$leaving] = "SQL Server answered with error $number"
    }
    if ($number -ne 0) {
        Move-CwTrialFile -Instance $Pair.instance -Path $Pair.files -Back
        Resume-CwPairDatabase -Instance $name
        $number = Invoke-CwPairStatement -Instance $name -Text $CwSql.leave_trial_group
    }
    if ($number -eq 0) {
        $number = Invoke-CwPairStatement -Instance $name -Text $CwSql.drop_trial_database
    }
    if ($number -ne 0) {
        Stop-CwAction -Code 'CW5147' -Outcome 'partial' -Changed -Message (
            "The copy of disposable_trial can't be taken out of its group and dropped: SQL Server error $number.")
    }
    foreach ($aside in @($Pair.files | ForEach-Object { "$_.trial" } | Where-Object { Test-Path -LiteralPath $_ })) {
        Remove-Item -LiteralPath $aside -ErrorAction Stop
    }
    $back = Wait-CwPairDatabase -Instance $name -Until { param($Copy) $Copy.databaseId -ne 0 }
    $now = Get-CwPairDatabase -Instance $name
    if ($null -ne $back -or ($null -ne $now -and $now.connected)) {
        $Fact['sql.seeding_restarts_after_drop'] = ConvertTo-CwFactWord -Seen ($null -ne $back)
    }
    else {
        $Unseen['sql.seeding_restarts_after_drop'] = 'the replica is not connected to its primary'
    }
}
