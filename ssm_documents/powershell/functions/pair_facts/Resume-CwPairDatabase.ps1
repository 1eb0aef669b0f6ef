function Resume-CwPairDatabase {
    <#
    .SYNOPSIS
        Lets the copy of the test database receive log again, and waits until it does.
    .PARAMETER Instance
        The instance's name.
    .OUTPUTS
        None; a copy that doesn't within two minutes ends the action with CW5147.
    .EXAMPLE
        Resume-CwPairDatabase -Instance 'MSSQLSERVER'
    .NOTES
        Source: [reseeding#suspended-after-restart]. Synchronization state 1 SYNCHRONIZING, 2 SYNCHRONIZED.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Instance
    )

    $copy = Get-CwPairDatabase -Instance $Instance
    if ($null -ne $copy -and $copy.suspended -eq 1 -and $PSCmdlet.ShouldProcess($Instance, 'Resume the database')) {
        $null = Invoke-CwPairStatement -Instance $Instance -Text $CwSql.resume_trial_database
    }
    $copy = Wait-CwPairDatabase -Instance $Instance -Until {
        param($Copy)
        $Copy.state -eq 0 -and $Copy.suspended -eq 0 -and $Copy.synchronization -in 1, 2
    }
    if ($null -eq $copy) {
        Stop-CwAction -Code 'CW5147' -Outcome 'partial' -Changed -Message (
            'The copy of disposable_trial on this node receives no log within two minutes.')
    }
}
