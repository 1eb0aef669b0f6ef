function Confirm-CwSecondaryOnly {
    <#
    .SYNOPSIS
        Guarantees that an instance's databases on a drive all have a primary elsewhere, to which it is connected.
    .PARAMETER Connection
        An open connection to the instance.
    .PARAMETER Instance
        The instance's name, for messages.
    .PARAMETER Path
        Pattern of the drive's paths, for example D:\%
    .OUTPUTS
        None; otherwise the action ends with CW1045. A group that is still RESOLVING, or whose primary doesn't answer
        yet, is waited for, one minute.
    .EXAMPLE
        Confirm-CwSecondaryOnly -Connection $connection -Instance 'MSSQLSERVER' -Path 'D:\%'
    .NOTES
        Source: [availability-groups#primary-when-resolving]. The name of the primary is what the cluster last wrote
        down; only connected_state 1 says that one is there. Databases whose files are lost don't keep the replica from
        connecting.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [string] $Instance,
        [Parameter(Mandatory)] [string] $Path
    )

    $server = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_server)[0]
    # The rights for what follows, too: a drive that is rebuilt is of no use while its databases can't come back.
    $sql = @{ server = $server['server_name']; permissions = Get-CwSqlRight -Server $server }
    Confirm-CwSqlRight -Sql $sql -Altering -Reseeding
    $query = @{ Text = $CwSql.databases_outside_groups; Parameter = @{ data_path = $Path } }
    $alone = @(Invoke-CwSqlQuery -Connection $Connection @query | ForEach-Object { $_['name'] })
    if ($alone.Count -gt 0) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
            "${Instance}: No Availability Group has a copy of $($alone -join ', ') elsewhere.")
    }
    $wait = @{}
    do {
        $groups = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.local_replicas)
        $unsettled = @($groups | Where-Object { [int] $_['role'] -eq 0 -or [int] $_['connected_state'] -ne 1 })
        if ($unsettled.Count -gt 0) {
            Start-Sleep -Seconds 5
        }
    } while ($unsettled.Count -gt 0 -and (Test-CwTimeLeft -Wait $wait -Seconds 60))
    if ($groups.Count -eq 0) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
            "${Instance}: No Availability Group has a replica on it, and it has files on this node's drives.")
    }
    foreach ($group in $groups) {
        $primary = [string] (ConvertFrom-CwDbNull -Value $group['primary_replica'])
        $isConnected = [int] $group['connected_state'] -eq 1
        $isPrimary = $primary -eq '' -or $primary -eq $server['server_name']
        if ([int] $group['role'] -ne 2 -or $isPrimary -or -not $isConnected) {
            Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
                "${Instance}, $($group['name']): role $($group['role']), primary '$primary', " +
                "connected: $isConnected; a connected secondary is needed.")
        }
    }
}
