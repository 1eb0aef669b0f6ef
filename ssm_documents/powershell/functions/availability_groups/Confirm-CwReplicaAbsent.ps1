function Confirm-CwReplicaAbsent {
    <#
    .SYNOPSIS
        Guarantees that nothing is connected to the primary as this replica, and that it is another server's.
    .PARAMETER Group
        The group (Get-CwAvailabilityGroup), seen from its primary.
    .PARAMETER Replica
        The replica of that group.
    .OUTPUTS
        None
    .EXAMPLE
        Confirm-CwReplicaAbsent -Group $group -Replica $replica
    .NOTES
        Source: [availability-groups#remove-replica], [availability-groups#role-numbers].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Group,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Replica
    )

    if ($Replica.local -or $Replica.role -eq 1) {
        Stop-CwAction -Code 'CW1083' -Outcome 'unsafe' -Message (
            "$($Replica.server) is the primary of $($Group.name).")
    }
    if ($Replica.connected -ne 0) {
        Stop-CwAction -Code 'CW1083' -Outcome 'unsafe' -Message (
            "$($Replica.server) is connected in $($Group.name) (connected_state $($Replica.connected)).")
    }
}
