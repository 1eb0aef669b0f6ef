function Get-CwClusterNode {
    <#
    .SYNOPSIS
        Returns the nodes of the failover cluster, as this node's cluster service knows them.
    .OUTPUTS
        Microsoft.FailoverClusters.PowerShell.ClusterNode; without the module's commands the action ends with CW2048,
        without an answer of the cluster service with CW2049
    .EXAMPLE
        Get-CwClusterNode | Where-Object { [int] $_.State -eq 0 }
    .NOTES
        Source: [failover-cluster#drain]. State: 0 Up, 1 Down, 2 Paused, 3 Joining.
    #>
    [CmdletBinding()]
    [OutputType('Microsoft.FailoverClusters.PowerShell.ClusterNode')]
    param()

    try {
        Get-ClusterNode -ErrorAction Stop
    }
    catch {
        if ($_.FullyQualifiedErrorId -like 'CommandNotFoundException*') {
            Stop-CwAction -Code 'CW2048' -Outcome 'refused' -Message (
                'The Failover Cluster Module for Windows PowerShell is not installed on this node.')
        }
        Stop-CwAction -Code 'CW2049' -Outcome 'retry' -Message "The cluster service: $($_.Exception.Message)"
    }
}
