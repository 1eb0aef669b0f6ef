function Find-CwReplica {
    <#
    .SYNOPSIS
        Finds the replica that a saved mode belongs to.
    .PARAMETER Group
        Availability Groups (Get-CwAvailabilityGroup).
    .PARAMETER Mode
        Saved mode: group, replica (ids in small letters), availability, failover.
    .OUTPUTS
        System.Collections.IDictionary; an unknown replica ends the action with CW2022.
    .EXAMPLE
        Find-CwReplica -Group $groups -Mode $mode
    .NOTES
        Source: [glossary#names-as-ids].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.IDictionary')]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Group,
        [Parameter(Mandatory)] [hashtable] $Mode
    )

    foreach ($entry in $Group) {
        if ($entry.id -eq $Mode.group) {
            foreach ($replica in $entry.replicas) {
                if ($replica.id -eq $Mode.replica) {
                    return $replica
                }
            }
        }
    }
    Stop-CwAction -Code 'CW2022' -Outcome 'unsafe' -Message (
        "Replica $($Mode.replica) of group $($Mode.group) is unknown.")
}
