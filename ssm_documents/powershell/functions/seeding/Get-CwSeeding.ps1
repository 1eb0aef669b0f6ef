function Get-CwSeeding {
    <#
    .SYNOPSIS
        Reports automatic seedings with their progress.
    .PARAMETER Connection
        An open connection.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: ag, database, remote (server), state (COMPLETED and FAILED are
        ends), failure, bytesDone, bytesTotal, bytesPerSecond
    .EXAMPLE
        Get-CwSeeding -Connection $connection
    .NOTES
        Source: [reseeding#seeding-states]. Sizes are known only while a seeding runs.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_seeding)) {
        [ordered] @{
            ag = $row['group_id']
            database = [string] (ConvertFrom-CwDbNull -Value $row['database_name'])
            remote = ConvertFrom-CwDbNull -Value $row['remote_server']
            state = [string] $row['current_state']
            failure = ConvertFrom-CwDbNull -Value $row['failure_state_desc']
            bytesDone = ConvertFrom-CwDbNull -Value $row['transferred_bytes']
            bytesTotal = ConvertFrom-CwDbNull -Value $row['total_bytes']
            bytesPerSecond = ConvertFrom-CwDbNull -Value $row['bytes_per_second']
        }
    }
}
