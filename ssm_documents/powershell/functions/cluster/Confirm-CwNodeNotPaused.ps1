function Confirm-CwNodeNotPaused {
    <#
    .SYNOPSIS
        Guarantees that this node, as far as its cluster service says, isn't paused: a paused one is given no role.
    .DESCRIPTION
        Asked before a failover to this node: one that the cluster then doesn't bring online here costs seconds without
        commits. Where the cluster's commands aren't installed, or its service doesn't answer, nobody can say it: the
        failover is a planned one all the same, which loses nothing when it fails.
    .PARAMETER Computer
        This node's name.
    .OUTPUTS
        None; a paused node ends the action with CW2061.
    .EXAMPLE
        Confirm-CwNodeNotPaused -Computer 'SALES2'
    .NOTES
        Source: [failover-cluster#paused-target]. State: 2 Paused.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Computer
    )

    try {
        $node = Get-ClusterNode -Name $Computer -ErrorAction Stop
    }
    catch {
        Write-CwLog -Message "paused or not can't be asked: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        return
    }
    if ([int] $node.State -eq 2) {
        Stop-CwAction -Code 'CW2061' -Outcome 'refused' -Message (
            "$Computer is paused in its failover cluster, and no failover to it was begun.")
    }
}
