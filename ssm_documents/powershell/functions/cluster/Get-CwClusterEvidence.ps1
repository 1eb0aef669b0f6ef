function Get-CwClusterEvidence {
    <#
    .SYNOPSIS
        Reports the failover cluster as SQL Server sees it.
    .PARAMETER Connection
        An open connection.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: name, quorumState, quorumType, members; null without a cluster
        or without quorum
    .EXAMPLE
        Get-CwClusterEvidence -Connection $connection
    .NOTES
        Source: [failover-cluster#quorum-views]. quorum_state 1 is normal, 2 forced; member_type 0 is a node;
        member_state 1 is up.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    $clusters = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_cluster)
    if ($clusters.Count -eq 0) {
        return $null
    }
    $members = foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_cluster_members)) {
        [ordered] @{
            name = [string] $row['member_name']
            type = [int] $row['member_type']
            state = [int] $row['member_state']
            votes = [int] $row['number_of_quorum_votes']
        }
    }
    return [ordered] @{
        name = [string] $clusters[0]['cluster_name']
        quorumState = [int] $clusters[0]['quorum_state']
        quorumType = [int] $clusters[0]['quorum_type']
        members = @($members)
    }
}
