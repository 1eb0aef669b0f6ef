function Test-CwGroupDatabase {
    <#
    .SYNOPSIS
        Whether every database of an instance's Availability Groups is here, joined and ONLINE.
    .PARAMETER Instance
        MSSQLSERVER for the default instance, else the instance's name.
    .OUTPUTS
        System.Boolean; false where nobody can say: the instance can't be asked, or no group is seen.
    .EXAMPLE
        Test-CwGroupDatabase -Instance 'SALES'
    .NOTES
        Source: [reseeding#guards]. State 0 ONLINE; what is being seeded is RESTORING, and not joined yet.
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
    return $databases.Count -gt 0 -and $lacking.Count -eq 0
}
