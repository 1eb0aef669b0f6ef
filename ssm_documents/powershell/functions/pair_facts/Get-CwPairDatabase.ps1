function Get-CwPairDatabase {
    <#
    .SYNOPSIS
        Asks this node's instance for its copy of the test database.
    .PARAMETER Instance
        The instance's name.
    .OUTPUTS
        System.Collections.Hashtable: connected (the replica to its primary), databaseId (0 for none), state, word,
        suspended, synchronization (numbers of the views, -1 for none), or null while the instance doesn't answer
    .EXAMPLE
        $copy = Get-CwPairDatabase -Instance 'MSSQLSERVER'
    .NOTES
        Source: [reseeding#pending-status-word]. A new connection each time: the tries restart the instance.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Instance
    )

    try {
        $connection = Connect-CwSqlServer -Instance $Instance
    }
    catch {
        Write-CwLog -Message "SQL Server doesn't answer yet: $($_.Exception.Message)"
        return $null
    }
    try {
        $rows = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.pair_database)
    }
    finally {
        $connection.Dispose()
    }
    if ($rows.Count -ne 1) {
        return $null
    }
    return @{
        connected = [int] $rows[0].connected_state -eq 1
        databaseId = [int] $rows[0].database_id
        state = [int] $rows[0].state
        word = [string] $rows[0].status_word
        suspended = [int] $rows[0].is_suspended
        synchronization = [int] $rows[0].synchronization_state
    }
}
