function Get-CwStatePolicy {
    <#
    .SYNOPSIS
        Judges the state of cluster, groups, replicas and databases, by Microsoft's policies for operational issues.
    .DESCRIPTION
        A secondary sees only itself: what only the primary can say is unknown there.
    .PARAMETER Group
        Get-CwAvailabilityGroup's answer.
    .PARAMETER Cluster
        Get-CwClusterEvidence's answer, null without quorum.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, one for each policy (New-CwPolicyResult)
    .EXAMPLE
        Get-CwStatePolicy -Group $groups -Cluster $cluster
    .NOTES
        Source: [availability-groups#policies], [availability-groups#role-numbers].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Group,
        [Parameter(Mandatory)] [AllowNull()] [object] $Cluster
    )

    $quorum = @()
    if ($null -eq $Cluster) {
        $quorum += 'the failover cluster has no quorum, or its service is down'
    }
    elseif ($Cluster.quorumState -ne 1) {
        $quorum += "the quorum state of $($Cluster.name) is $($Cluster.quorumState), not normal (1)"
    }
    $offline, $unready, $elsewhere = @(), @(), @()
    $disconnected, $stopped, $behind, $roleless, $unjoined, $suspended = @(), @(), @(), @(), @(), @()
    foreach ($one in @($Group | Where-Object { -not $_.distributed })) {
        $isHalted = $one.role -eq 1 -and $one.operational -ne 2
        if ([string]::IsNullOrEmpty($one.primary) -or $one.role -eq 0 -or $isHalted) {
            $offline += "$($one.name) has no primary online (role here $($one.role))"
        }
        if ($one.role -ne 1) {
            $elsewhere += "$($one.name): ask its primary $($one.primary)"
        }
        $standby = 0
        $automatic = $false
        foreach ($replica in $one.replicas) {
            $told = "$($replica.server) in $($one.name)"
            $numbers = $replica.databases
            if ($replica.connected -ne 1) {
                $disconnected += $told
            }
            if ($replica.role -notin 1, 2) {
                $roleless += "$told has role $($replica.role)"
            }
            if ($replica.health -eq 0) {
                $stopped += $told
            }
            if ($numbers.joined -lt $numbers.count) {
                $unjoined += "$told lacks $($numbers.count - $numbers.joined) of $($numbers.count)"
            }
            if ($numbers.suspended -gt 0) {
                $suspended += "$($numbers.suspended) of $($numbers.count) on $told"
            }
            $isSynchronized = $numbers.count -gt 0 -and $numbers.synchronized -eq $numbers.count
            if ($replica.availabilityMode -eq 1 -and -not $isSynchronized) {
                $behind += "$($told): $($numbers.synchronized) of $($numbers.count) databases"
            }
            if ($replica.local) {
                $automatic = $replica.failoverMode -eq 0
            }
            elseif ($replica.failoverMode -eq 0 -and $isSynchronized) {
                $standby += 1
            }
        }
        if ($one.role -eq 1 -and $automatic -and $standby -eq 0) {
            $unready += "$($one.name) has no synchronized secondary with automatic failover"
        }
    }
    $ask = @{ Unknown = $elsewhere }
    New-CwPolicyResult -Policy 'ClusterState' -Weight 'critical' -Issue $quorum -Remedy (
        'Look at Get-ClusterNode and at the witness; after forced quorum end it as Microsoft describes.')
    New-CwPolicyResult -Policy 'GroupOnline' -Weight 'critical' -Issue $offline -Remedy (
        'Start SQL Server on the replica that led last; never force a failover before you know what it would lose.')
    New-CwPolicyResult @ask -Policy 'AutomaticFailoverReadiness' -Weight 'critical' -Issue $unready -Remedy (
        'Bring a secondary with FAILOVER_MODE = AUTOMATIC to SYNCHRONIZED, or give another one that mode.')
    New-CwPolicyResult @ask -Policy 'ReplicasConnected' -Weight 'critical' -Issue $disconnected -Remedy (
        'Start the replica, or look at its endpoint, the network and the policies Endpoint and EndpointConnect there.')
    New-CwPolicyResult @ask -Policy 'ReplicasSynchronizing' -Weight 'critical' -Issue $stopped -Remedy (
        'Resume data movement (ALTER DATABASE ... SET HADR RESUME) once its cause is known.')
    New-CwPolicyResult @ask -Policy 'SynchronousReplicasSynchronized' -Weight 'critical' -Issue $behind -Remedy (
        'Wait while the queues shrink; while they grow, look at network, log volume and redo of the replica.')
    New-CwPolicyResult @ask -Policy 'ReplicaRoles' -Weight 'critical' -Issue $roleless -Remedy (
        'A replica whose role is RESOLVING (0) has lost quorum or its primary: look at the cluster first.')
    New-CwPolicyResult @ask -Policy 'DatabasesJoined' -Weight 'critical' -Issue $unjoined -Remedy (
        'Start CacheWarden-ReseedDatabases for a replica that lost its files; else join the databases.')
    New-CwPolicyResult @ask -Policy 'DatabasesMoving' -Weight 'critical' -Issue $suspended -Remedy (
        'Resume data movement: a suspended database keeps the log of its primary from being cut.')
}
