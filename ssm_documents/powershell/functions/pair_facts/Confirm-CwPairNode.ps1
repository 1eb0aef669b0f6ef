function Confirm-CwPairNode {
    <#
    .SYNOPSIS
        Guarantees that nothing of value is on this node of a pair but the test group, whose secondary it is.
    .DESCRIPTION
        Refuses where CacheWarden was at work, where there isn't one instance of SQL Server, where it has another
        user database or group, and where the test group isn't whole: this node must be the connected secondary of two
        replicas, with its copy receiving log and its seeding automatic.
    .OUTPUTS
        System.Collections.Hashtable: instance (Get-CwSqlInstance), version, files (paths), replicas,
        replicasSeen
    .EXAMPLE
        $pair = Confirm-CwPairNode
    .NOTES
        Source: [reseeding#guards], [availability-groups#database-of-no-group]. The fixed name disposable_trial of group
        and database is its owner's consent; a database of value has another.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    foreach ($name in 'inventory.json', 'token.json', 'work.json', 'bundle') {
        if (Test-Path -LiteralPath (Get-CwDataPath -ChildPath $name)) {
            Stop-CwAction -Code 'CW3028' -Outcome 'unsafe' -Message (
                "CacheWarden was at work here: $(Get-CwDataPath -ChildPath $name).")
        }
    }
    $instances = @(Get-CwSqlInstance -IncludeDisabled)
    if ($instances.Count -ne 1 -or $instances[0].service -ne 4) {
        Stop-CwAction -Code 'CW5145' -Outcome 'unsafe' -Message (
            "$($instances.Count) instances of SQL Server are here, expected one, which runs.")
    }
    $connection = Connect-CwSqlServer -Instance $instances[0].name
    try {
        $server = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.pair_server)[0]
        foreach ($kind in 'other_databases', 'other_groups', 'other_group_databases') {
            if ([int] $server.$kind -ne 0) {
                Stop-CwAction -Code 'CW5145' -Outcome 'unsafe' -Message (
                    "$($kind -replace '_', ' '): $([int] $server.$kind), expected none beside disposable_trial.")
            }
        }
        if ([int] $server.is_sysadmin -ne 1) {
            Stop-CwAction -Code 'CW5146' -Outcome 'refused' -Message (
                'NT AUTHORITY\SYSTEM is no member of sysadmin on this instance.')
        }
        $found = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.pair_database)
        $files = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.pair_files)
    }
    finally {
        $connection.Dispose()
    }
    if ($found.Count -ne 1 -or [int] $server.replicas -ne 2) {
        Stop-CwAction -Code 'CW5146' -Outcome 'refused' -Message (
            "The group disposable_trial isn't here with two replicas: $([int] $server.replicas) replicas are.")
    }
    $copy = $found[0]
    $ready = [int] $copy.role -eq 2 -and [int] $copy.connected_state -eq 1 -and [int] $copy.seeding_mode -eq 0
    $whole = [int] $copy.synchronization_state -in 1, 2 -and [int] $copy.is_suspended -eq 0 -and [int] $copy.state -eq 0
    $data = @($files | Where-Object { [int] $_.type -eq 0 })
    if (-not $ready -or -not $whole -or $data.Count -ne 1) {
        Stop-CwAction -Code 'CW5146' -Outcome 'refused' -Message (
            "Role $([int] $copy.role), expected 2 (secondary); connected $([int] $copy.connected_state), expected 1; " +
            "seeding mode $([int] $copy.seeding_mode), expected 0 (automatic); synchronization state " +
            "$([int] $copy.synchronization_state), expected 1 or 2; $($data.Count) data files, expected one.")
    }
    return @{
        instance = $instances[0]
        version = [string] $server.product_version
        files = @($files | ForEach-Object { [string] $_.physical_name })
        replicas = [int] $server.replicas
        replicasSeen = [int] $server.replicas_seen
    }
}
