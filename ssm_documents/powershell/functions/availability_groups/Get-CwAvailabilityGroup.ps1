function Get-CwAvailabilityGroup {
    <#
    .SYNOPSIS
        Reports the Availability Groups with a replica on this instance, with every replica that can be seen from here.
    .PARAMETER Connection
        An open connection.
    .PARAMETER VersionMajor
        Major version of SQL Server: 13 is 2016, which lacks some columns.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, in the form of the host's evidence
    .EXAMPLE
        Get-CwAvailabilityGroup -Connection $connection -VersionMajor 16
    .NOTES
        Source: [availability-groups#role-numbers]. Roles: 0 RESOLVING, 1 PRIMARY, 2 SECONDARY. Three queries, however
        many groups there are.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [int] $VersionMajor
    )

    $text = $CwSql.observe_availability_groups
    if ($VersionMajor -lt 14) {
        $text = $CwSql.observe_availability_groups_2016
    }
    $groups = @(Invoke-CwSqlQuery -Connection $Connection -Text $text)
    $replicas = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_replicas)
    $worst = @{}
    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_worst_databases)) {
        $worst[$row['replica_id']] = @($worst[$row['replica_id']]) + @([ordered] @{
                id = $row['database_id']
                name = $row['database_name']
                state = ConvertFrom-CwDbNull -Value $row['database_state']
                sync = ConvertFrom-CwDbNull -Value $row['synchronization_state']
                suspended = ConvertFrom-CwDbNull -Value $row['is_suspended']
                ready = $row['is_failover_ready'] -eq 1
            })
    }
    $byGroup = @{}
    foreach ($row in $replicas) {
        $byGroup[$row['group_id']] = @($byGroup[$row['group_id']]) + @([ordered] @{
                id = $row['replica_id']
                server = $row['server_name']
                local = $row['is_local'] -eq 1
                availabilityMode = [int] $row['availability_mode']
                failoverMode = [int] $row['failover_mode']
                seedingMode = [int] $row['seeding_mode']
                role = [int] $row['role']
                connected = [int] $row['connected_state']
                health = [int] $row['synchronization_health']
                databases = [ordered] @{
                    count = [int] $row['database_count']
                    joined = [int] $row['joined_count']
                    synchronized = [int] $row['synchronized_count']
                    failoverReady = [int] $row['ready_count']
                    suspended = [int] $row['suspended_count']
                    online = [int] $row['online_count']
                    sendQueueKb = ConvertFrom-CwDbNull -Value $row['send_queue_kb']
                    sendRateKb = ConvertFrom-CwDbNull -Value $row['send_rate_kb']
                    redoQueueKb = ConvertFrom-CwDbNull -Value $row['redo_queue_kb']
                    redoRateKb = ConvertFrom-CwDbNull -Value $row['redo_rate_kb']
                    redoS = ConvertFrom-CwDbNull -Value $row['redo_s']
                }
                worst = @($worst[$row['replica_id']] | Where-Object { $null -ne $_ })
            })
    }
    foreach ($row in $groups) {
        [ordered] @{
            id = $row['group_id']
            name = $row['name']
            clusterType = [int] $row['cluster_type']
            distributed = $row['is_distributed'] -eq 1
            contained = $row['is_contained'] -eq 1
            requiredSynchronized = [int] $row['required_synchronized']
            backupPreference = [int] $row['backup_preference']
            role = [int] $row['role']
            operational = ConvertFrom-CwDbNull -Value $row['operational_state']
            primary = ConvertFrom-CwDbNull -Value $row['primary_replica']
            replicas = @($byGroup[$row['group_id']] | Where-Object { $null -ne $_ })
        }
    }
}
