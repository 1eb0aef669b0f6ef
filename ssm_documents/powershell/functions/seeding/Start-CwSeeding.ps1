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
        $place = @{ Connection = $Selection.connection; Group = @{ name = $Replica.group }; Replica = $Replica }
        Set-CwSeedingMode @place -SeedingMode $mode
    }
}
