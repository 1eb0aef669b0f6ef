function Confirm-CwNothingTakesOver {
    <#
    .SYNOPSIS
        Guarantees that this primary's group is one that only a stop in place is left for.
    .DESCRIPTION
        The consent evacuate-in-place is no way around a failover: a connected replica that has all commits, and would
        redo for a minute at most, can take over. Nor may the group fail over by itself while SQL Server is down: the
        failover mode of the local replica is MANUAL.
    .PARAMETER Group
        The group (Get-CwAvailabilityGroup), seen from its primary.
    .OUTPUTS
        None; otherwise the action ends with CW2056.
    .EXAMPLE
        Confirm-CwNothingTakesOver -Group $group
    .NOTES
        Source: [availability-groups#failover-conditions], [availability-groups#automatic-failover].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Group
    )

    $local = @($Group.replicas | Where-Object { $_.local })
    if ($local.Count -ne 1 -or $local[0].failoverMode -ne 1) {
        Stop-CwAction -Code 'CW2056' -Outcome 'retry' -Message (
            "Automatic failover of $($Group.name) from this node isn't suspended.")
    }
    foreach ($replica in @($Group.replicas | Where-Object { -not $_.local })) {
        $databases = $replica.databases
        $ready = $replica.availabilityMode -eq 1 -and $replica.connected -eq 1 -and $replica.health -eq 2 -and
            $databases.count -gt 0 -and $databases.joined -eq $databases.count -and
            $databases.synchronized -eq $databases.count -and
            $databases.failoverReady -eq $databases.count -and $databases.suspended -eq 0
        if ($ready -and ($null -eq $databases.redoS -or $databases.redoS -le 60)) {
            Stop-CwAction -Code 'CW2056' -Outcome 'retry' -Message (
                "$($replica.server) can take over $($Group.name): its databases are SYNCHRONIZED, " +
                "'$($databases.redoS)' s to redo.")
        }
    }
}
