function Get-CwLongRequest {
    <#
    .SYNOPSIS
        Reports the backups, consistency checks and restores that run on an instance now.
    .PARAMETER Connection
        An open connection to the instance.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: command, database, percent, remainingS
    .EXAMPLE
        Get-CwLongRequest -Connection $connection
    .NOTES
        Source: [sql-server#long-requests].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_requests)) {
        [ordered] @{
            command = [string] $row['command']
            database = ConvertFrom-CwDbNull -Value $row['database_name']
            percent = [int] $row['percent_complete']
            remainingS = [long] $row['remaining_s']
        }
    }
}
