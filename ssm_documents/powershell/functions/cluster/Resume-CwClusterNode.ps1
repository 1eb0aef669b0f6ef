function Resume-CwClusterNode {
    <#
    .SYNOPSIS
        Lets this node take roles again. Nothing is moved back.
    .PARAMETER Computer
        This node's name.
    .OUTPUTS
        None; a node that stays paused ends the action with CW2053.
    .EXAMPLE
        Resume-CwClusterNode -Computer 'SALES1'
    .NOTES
        Source: [failover-cluster#drain].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Computer
    )

    if (-not $PSCmdlet.ShouldProcess($Computer, 'Resume the cluster node')) {
        return
    }
    $node = Get-CwClusterNode | Where-Object { $_.Name -eq $Computer } | Select-Object -First 1
    if ([int] $node.State -eq 2) {
        Resume-ClusterNode -Name $Computer -Failback NoFailback -ErrorAction Stop | Out-Null
        $node = Get-CwClusterNode | Where-Object { $_.Name -eq $Computer } | Select-Object -First 1
    }
    if ([int] $node.State -ne 0) {
        Stop-CwAction -Code 'CW2053' -Outcome 'retry' -Message "$Computer has State $([int] $node.State), not Up (0)."
    }
    Write-CwStateFile -Name 'drain' -Content @{ drained = $false }
}
