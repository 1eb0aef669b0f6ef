function Invoke-CwSqlQuery {
    <#
    .SYNOPSIS
        Runs a query and returns its rows.
    .PARAMETER Connection
        An open connection.
    .PARAMETER Text
        The T-SQL text, from ssm_documents/sql.
    .PARAMETER Parameter
        Values by parameter name.
    .OUTPUTS
        System.Data.DataRow, none or several
    .EXAMPLE
        Invoke-CwSqlQuery -Connection $connection -Text $CwSql.observe_server
    .NOTES
        Source: [sql-server#sqlclient]. SQL NULL is [DBNull]::Value in a row.
    #>
    [CmdletBinding()]
    [OutputType('System.Data.DataRow')]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [string] $Text,
        [hashtable] $Parameter = @{}
    )

    $command = $Connection.CreateCommand()
    $command.CommandText = $Text
    $command.CommandTimeout = 30
    foreach ($name in $Parameter.Keys) {
        $null = $command.Parameters.AddWithValue($name, $Parameter[$name])
    }
    $table = New-Object -TypeName System.Data.DataTable
    $adapter = New-Object -TypeName System.Data.SqlClient.SqlDataAdapter -ArgumentList $command
    try {
        $null = $adapter.Fill($table)
    }
    catch {
        Stop-CwSqlError -ErrorRecord $_ -What 'A query'
    }
    return $table.Rows
}
