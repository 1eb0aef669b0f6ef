function Confirm-CwGroup {
    <#
    .SYNOPSIS
        Guarantees that Availability Groups may be changed from this node.
    .PARAMETER Group
        The groups that were found (Get-CwAvailabilityGroup).
    .PARAMETER GroupId
        The ids that were asked for.
    .PARAMETER Role
        As in Open-CwGroupSelection.
    .PARAMETER Cluster
        Get-CwClusterEvidence's answer.
    .OUTPUTS
        None
    .EXAMPLE
        Confirm-CwGroup -Group $groups -GroupId $ids -Role 1 -Cluster $cluster
    .NOTES
        Source: [availability-groups#group-kinds], [failover-cluster#quorum-views].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object[]] $Group,
        [Parameter(Mandatory)] [string[]] $GroupId,
        [Parameter(Mandatory)] [int] $Role,
        [Parameter(Mandatory)] [AllowNull()] [object] $Cluster
    )

    if ($Group.Count -ne $GroupId.Count) {
        Stop-CwAction -Code 'CW2022' -Outcome 'unsafe' -Message (
            "$($Group.Count) of $($GroupId.Count) groups are known to one instance here.")
    }
    if ($null -eq $Cluster -or $Cluster.quorumState -ne 1) {
        Stop-CwAction -Code 'CW2025' -Outcome 'unsafe' -Message 'The cluster shows no normal quorum (quorum_state 1).'
    }
    foreach ($entry in $Group) {
        if ($entry.distributed -or $entry.clusterType -ne 0) {
            Stop-CwAction -Code 'CW2026' -Outcome 'unsafe' -Message (
                "$($entry.name): cluster_type $($entry.clusterType), distributed $($entry.distributed).")
        }
        if ($entry.role -eq 0) {
            Stop-CwAction -Code 'CW2029' -Outcome 'retry' -Message "The role in $($entry.name) is 0 (RESOLVING)."
        }
        if ($Role -eq 1 -and $entry.role -ne 1) {
            Stop-CwAction -Code 'CW2023' -Outcome 'refused' -Message (
                "The primary of $($entry.name) is $($entry.primary).")
        }
    }
}
