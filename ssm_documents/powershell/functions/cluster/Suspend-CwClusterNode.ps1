function Suspend-CwClusterNode {
    <#
    .SYNOPSIS
        Drains this node: the cluster's own roles leave it, and it gets none while it is paused.
    .DESCRIPTION
        Never forced. A drain that fails, or that takes longer than it may, leaves the node paused: whoever brings it
        back into service resumes it.
    .PARAMETER Computer
        This node's name.
    .PARAMETER Seconds
        How long the drain may take.
    .OUTPUTS
        None; a node without another one that is up ends the action with CW2050, a drain that doesn't end with CW2052.
    .EXAMPLE
        Suspend-CwClusterNode -Computer 'SALES1'
    .NOTES
        Source: [failover-cluster#drain]. DrainStatus: 0 not initiated (for a moment after the command, too),
        1 in progress, 2 completed, 3 failed.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Computer,
        [int] $Seconds = 120
    )

    if (-not $PSCmdlet.ShouldProcess($Computer, 'Drain the cluster node')) {
        return
    }
    $others = @(Get-CwClusterNode | Where-Object { $_.Name -ne $Computer -and [int] $_.State -eq 0 })
    if ($others.Count -eq 0) {
        $message = 'No other node of the cluster is up: roles have nowhere to go.'
        Stop-CwAction -Code 'CW2050' -Outcome 'refused' -Message $message
    }
    Write-CwStateFile -Name 'drain' -Content @{ drained = $true }
    Suspend-ClusterNode -Name $Computer -Drain -ErrorAction Stop | Out-Null
    $wait = @{}
    do {
        Start-Sleep -Seconds 1
        $node = Get-CwClusterNode | Where-Object { $_.Name -eq $Computer } | Select-Object -First 1
    } while ([int] $node.DrainStatus -in 0, 1 -and (Test-CwTimeLeft -Wait $wait -Seconds $Seconds))
    if ([int] $node.DrainStatus -ne 2 -or [int] $node.State -ne 2) {
        $told = "DrainStatus $([int] $node.DrainStatus), State $([int] $node.State)"
        Stop-CwAction -Code 'CW2052' -Outcome 'partial' -Changed -Message "$Computer is not drained: $told."
    }
}
