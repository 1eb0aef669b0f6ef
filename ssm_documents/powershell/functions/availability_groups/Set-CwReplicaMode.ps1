function Set-CwReplicaMode {
    <#
    .SYNOPSIS
        Sets a replica's failover mode or availability mode, on the primary.
    .PARAMETER Connection
        An open connection to the primary.
    .PARAMETER Group
        The group (Get-CwAvailabilityGroup).
    .PARAMETER Replica
        The replica of that group.
    .PARAMETER FailoverMode
        0 AUTOMATIC, 1 MANUAL, -1 leave it.
    .PARAMETER AvailabilityMode
        0 ASYNCHRONOUS_COMMIT, 1 SYNCHRONOUS_COMMIT, -1 leave it.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwReplicaMode -Connection $c -Group $group -Replica $replica -FailoverMode 1
    .NOTES
        Source: [availability-groups#mode-numbers], [availability-groups#automatic-off-first].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Group,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Replica,
        [ValidateRange(-1, 1)] [int] $FailoverMode = -1,
        [ValidateRange(-1, 1)] [int] $AvailabilityMode = -1
    )

    $name = @{
        AvailabilityGroup = ConvertTo-CwSqlName -Name $Group.name
        Replica = ConvertTo-CwSqlLiteral -Text $Replica.server
        FailoverMode = 'MANUAL'
        AvailabilityMode = 'ASYNCHRONOUS_COMMIT'
    }
    $what = "Changing the mode of $($Replica.server) in $($Group.name)"
    if ($AvailabilityMode -ge 0) {
        if ($AvailabilityMode -eq 1) {
            $name.AvailabilityMode = 'SYNCHRONOUS_COMMIT'
        }
        $statement = @{ Text = $CwSql.set_availability_mode; Name = $name; What = $what }
        Invoke-CwSqlStatement -Connection $Connection @statement
    }
    if ($FailoverMode -ge 0) {
        if ($FailoverMode -eq 0) {
            $name.FailoverMode = 'AUTOMATIC'
        }
        $statement = @{ Text = $CwSql.set_failover_mode; Name = $name; What = $what }
        Invoke-CwSqlStatement -Connection $Connection @statement
    }
}
