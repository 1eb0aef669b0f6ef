function Open-CwBuildInstance {
    <#
    .SYNOPSIS
        Finds the one SQL Server instance of this node, and guarantees that it can have an Availability Group.
    .DESCRIPTION
        One instance runs, Always On is enabled and works, the failover cluster has normal quorum, edition and version
        have groups with automatic seeding, and this account is a member of sysadmin. All that is missing is told at
        once.
    .OUTPUTS
        System.Collections.Hashtable: connection (open; the caller disposes of it), server, version, basic (the edition
        has Basic groups only), serviceAccount, cluster (Get-CwClusterEvidence), folders (of new databases, without a
        backslash at the end: data, log)
    .EXAMPLE
        $place = Open-CwBuildInstance
    .NOTES
        Source: [availability-groups#create-rights], [availability-groups#build-conditions].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $running = @(Get-CwSqlInstance | Where-Object { $_.service -eq 4 })
    if ($running.Count -eq 0) {
        Stop-CwAction -Code 'CW2020' -Outcome 'refused' -Message 'No SQL Server service runs on this node.'
    }
    if ($running.Count -gt 1) {
        $names = @($running | ForEach-Object { $_.name }) -join ', '
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message (
            "$names run here, expected one instance: of several only one could listen at port 5022.")
    }
    $connection = Connect-CwSqlServer -Instance $running[0].name
    $keep = $false
    try {
        $row = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.build_server)[0]
        if ($row['is_sysadmin'] -ne 1) {
            Stop-CwAction -Code 'CW2066' -Outcome 'unsafe' -Message (
                "$(Get-CwUser) is no member of sysadmin on $($row['server_name']).")
        }
        $cluster = Get-CwClusterEvidence -Connection $connection
        $edition, $engine = [string] $row['edition'], [int] $row['engine_edition']
        $basic = $engine -eq 2 -and $edition -like 'Standard*'
        $missing = @()
        if ([int] $row['version_major'] -lt 13) {
            $missing += "SQL Server 2016 or later (this is version $($row['version_major']))"
        }
        if ($engine -ne 3 -and -not $basic) {
            $missing += "an edition with Availability Groups (this is $edition)"
        }
        if ($row['is_clustered'] -eq 1) {
            $missing += 'an instance of its own (this is a failover cluster instance)'
        }
        if ($row['is_hadr_enabled'] -ne 1) {
            $missing += 'Always On (enable it in SQL Server Configuration Manager and restart SQL Server)'
        }
        elseif ($row['hadr_manager_status'] -ne 1) {
            $missing += "a running Always On manager (its status is $($row['hadr_manager_status']))"
        }
        if ($null -eq $cluster -or $cluster.quorumState -ne 1) {
            $missing += 'a Windows failover cluster with normal quorum'
        }
        if ($missing.Count -gt 0) {
            Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message (
                "$($row['server_name']) lacks: $($missing -join '; ').")
        }
        $keep = $true
        return @{
            connection = $connection
            server = [string] $row['server_name']
            version = [int] $row['version_major']
            basic = $basic
            serviceAccount = [string] (ConvertFrom-CwDbNull -Value $row['service_account'])
            cluster = $cluster
            folders = @{
                data = ([string] $row['default_data_path']).TrimEnd('\')
                log = ([string] $row['default_log_path']).TrimEnd('\')
            }
        }
    }
    finally {
        if (-not $keep) {
            $connection.Dispose()
        }
    }
}
