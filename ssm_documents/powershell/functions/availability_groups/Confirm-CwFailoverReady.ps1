function Confirm-CwFailoverReady {
    <#
    .SYNOPSIS
        Guarantees that this secondary may become primary without losing a committed transaction.
    .PARAMETER Group
        The group (Get-CwAvailabilityGroup), seen from the secondary.
    .PARAMETER MaxRedoSeconds
        Seconds that its databases may still redo: as long nobody can write after the failover.
    .OUTPUTS
        None; otherwise the action ends with CW2024.
    .EXAMPLE
        Confirm-CwFailoverReady -Group $group -MaxRedoSeconds 60
    .NOTES
        Source: [availability-groups#failover-conditions], [availability-groups#redo].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Group,
        [Parameter(Mandatory)] [int] $MaxRedoSeconds
    )

    $local = @($Group.replicas | Where-Object { $_.local })
    if ($local.Count -ne 1) {
        Stop-CwAction -Code 'CW2024' -Outcome 'refused' -Message "$($Group.name) shows no replica of this node."
    }
    $replica = $local[0]
    $databases = $replica.databases
    $ready = $replica.availabilityMode -eq 1 -and $replica.connected -eq 1 -and $databases.count -gt 0 -and
        $databases.joined -eq $databases.count -and $databases.failoverReady -eq $databases.count -and
        $databases.suspended -eq 0
    if (-not $ready) {
        Stop-CwAction -Code 'CW2024' -Outcome 'refused' -Message (
            "$($Group.name): availability_mode $($replica.availabilityMode), connected $($replica.connected), " +
            "$($databases.failoverReady) of $($databases.count) databases ready, $($databases.suspended) suspended.")
    }
    if ($null -eq $databases.redoS -or $databases.redoS -gt $MaxRedoSeconds) {
        Stop-CwAction -Code 'CW2044' -Outcome 'refused' -Message (
            "$($Group.name): $($databases.redoQueueKb) KB to redo at $($databases.redoRateKb) KB/s take " +
            "'$($databases.redoS)' s, at most $MaxRedoSeconds s are allowed.")
    }
}
