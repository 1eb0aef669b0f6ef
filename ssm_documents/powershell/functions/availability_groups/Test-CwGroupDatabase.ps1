function Test-CwGroupDatabase {
    <#
    .SYNOPSIS
        Whether every database of an instance's Availability Groups is here, joined and ONLINE.
    .PARAMETER Instance
        MSSQLSERVER for the default instance, else the instance's name.
    .OUTPUTS
        System.Boolean; false where the instance can't be asked. That it has no database in a group counts only where
        its cluster has quorum, and after a quarter of an hour: an engine that has just started may not know its groups.
    .EXAMPLE
        Test-CwGroupDatabase -Instance 'SALES'
    .NOTES
        Source: [reseeding#guards], [availability-groups#cluster-databases]. State 0 ONLINE; what is being seeded is
        RESTORING, and not joined yet.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [string] $Instance
    )

    try {
        $connection = Connect-CwSqlServer -Instance $Instance
        try {
            $databases = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.group_databases)
            $engine = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.engine_age)[0]
        }
        finally {
            $connection.Dispose()
        }
    }
    catch {
        Write-CwLog -Message "the databases of $Instance aren't known: $($_.Exception.Message)"
        return $false
    }
    $lacking = @($databases | Where-Object { [int] $_['state'] -ne 0 -or [int] $_['in_group'] -ne 1 })
    if ($databases.Count -eq 0) {
        return [int] $engine['quorum'] -eq 1 -and [int] $engine['seconds'] -ge 900
    }
    return $lacking.Count -eq 0
}
