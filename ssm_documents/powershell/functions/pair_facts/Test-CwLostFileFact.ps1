function Test-CwLostFileFact {
    <#
    .SYNOPSIS
        Sees how SQL Server calls a database whose files are away, and whether it is still suspended once it is back.
    .PARAMETER Pair
        What Confirm-CwPairNode returned.
    .PARAMETER Fact
        Takes the facts.
    .PARAMETER Unseen
        Takes why one wasn't seen.
    .OUTPUTS
        None; a copy that doesn't catch up afterwards ends the action with CW5147.
    .EXAMPLE
        Test-CwLostFileFact -Pair $pair -Fact $fact -Unseen $unseen
    .NOTES
        Source: [reseeding#pending-status-word], [reseeding#suspended-after-restart]. State 3 is RECOVERY_PENDING.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Pair,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [hashtable] $Unseen
    )

    $name = $Pair.instance.name
    if (-not $PSCmdlet.ShouldProcess($name, 'Take the files away for one start')) {
        return
    }
    Move-CwTrialFile -Instance $Pair.instance -Path $Pair.files
    $copy = Wait-CwPairDatabase -Instance $name -Until { param($Copy) $Copy.state -eq 3 }
    Move-CwTrialFile -Instance $Pair.instance -Path $Pair.files -Back
    $pending = 'sql.recovery_pending_as_status'
    if ($null -ne $copy -and $copy.word -in 'SUSPECT', 'RECOVERY_PENDING') {
        $Fact[$pending] = $copy.word
    }
    else {
        $Unseen[$pending] = 'the database did not become RECOVERY_PENDING, or is worded otherwise'
    }
    $opened = Wait-CwPairDatabase -Instance $name -Until { param($Copy) $Copy.state -eq 0 -and $Copy.suspended -ge 0 }
    if ($null -eq $copy -or $null -eq $opened) {
        $Unseen['sql.suspension_survives_restart'] = 'the database did not open again'
    }
    else {
        $Fact['sql.suspension_survives_restart'] = ConvertTo-CwFactWord -Seen ($opened.suspended -eq 1)
    }
    Resume-CwPairDatabase -Instance $name
}
