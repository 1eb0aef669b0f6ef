function Restore-CwReplicaMode {
    <#
    .SYNOPSIS
        Gives one replica its saved modes, in the order that SQL Server accepts.
    .DESCRIPTION
        Automatic failover needs synchronous commit: the availability mode goes first on the way up, the failover mode
        first on the way down.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Mode
        Saved mode: group, replica, availability, failover, seeding (-1: leave it).
    .OUTPUTS
        System.Int32, number of changes
    .EXAMPLE
        Restore-CwReplicaMode -Selection $selection -Mode $mode
    .NOTES
        Source: [availability-groups#automatic-off-first].
    #>
    [CmdletBinding()]
    [OutputType([int])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [hashtable] $Mode
    )

    $replica = Find-CwReplica -Group $Selection.groups -Mode $Mode
    $group = @($Selection.groups | Where-Object { $_.id -eq $Mode.group })[0]
    $place = @{ Connection = $Selection.connection; Group = $group; Replica = $replica }
    $changes = 0
    if ($Mode.failover -eq 1 -and $replica.failoverMode -ne 1) {
        Set-CwReplicaMode @place -FailoverMode 1
        $changes++
    }
    if ($Mode.availability -ne $replica.availabilityMode) {
        Set-CwReplicaMode @place -AvailabilityMode $Mode.availability
        $changes++
    }
    if ($Mode.failover -eq 0 -and $replica.failoverMode -ne 0) {
        Set-CwReplicaMode @place -FailoverMode 0
        $changes++
    }
    if ($Mode.seeding -ge 0 -and $Mode.seeding -ne $replica.seedingMode) {
        $words = @('AUTOMATIC', 'MANUAL')
        Set-CwSeedingMode @place -SeedingMode $words[$Mode.seeding]
        $changes++
    }
    return $changes
}
