function Start-CwSeeding {
    <#
    .SYNOPSIS
        Makes the primary seed what a replica lacks.
    .PARAMETER Selection
        Open-CwGroupSelection's answer, of the primary.
    .PARAMETER Replica
        group, server, seedingMode (Get-CwReplicaToSeed).
    .OUTPUTS
        None
    .EXAMPLE
        Start-CwSeeding -Selection $selection -Replica $replica
    .NOTES
        Source: [reseeding#seeding-trigger].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [hashtable] $Replica
    )

    if (-not $PSCmdlet.ShouldProcess("$($Replica.group) on $($Replica.server)", 'Start automatic seeding')) {
        return
    }
    $modes = @('AUTOMATIC')
    if ($Replica.seedingMode -eq 0) {
        $modes = @('MANUAL', 'AUTOMATIC')
    }
    foreach ($mode in $modes) {
        $statement = @{
            Text = $CwSql.set_seeding_mode
            Name = @{
                AvailabilityGroup = ConvertTo-CwSqlName -Name $Replica.group
                Replica = ConvertTo-CwSqlLiteral -Text $Replica.server
                SeedingMode = $mode
            }
            What = "Seeding mode $mode of $($Replica.server) in $($Replica.group)"
        }
        Invoke-CwSqlStatement -Connection $Selection.connection @statement
    }
}
