function Connect-CwSqlServer {
    <#
    .SYNOPSIS
        Opens a connection to a SQL Server instance on this node.
    .PARAMETER Instance
        MSSQLSERVER for the default instance, else the instance's name.
    .OUTPUTS
        System.Data.SqlClient.SqlConnection, open; the caller disposes of it
    .EXAMPLE
        $connection = Connect-CwSqlServer -Instance 'MSSQLSERVER'
    .NOTES
        Source: [sql-server#sqlclient], [sql-server#shared-memory]. The library is part of Windows: no module to
        install. No pooling: a pooled session is poisoned by a role change. A name without protocol or port: shared
        memory, which needs no SQL Server Browser.
    #>
    [CmdletBinding()]
    [OutputType('System.Data.SqlClient.SqlConnection')]
    param(
        [Parameter(Mandatory)] [string] $Instance
    )

    $server = 'localhost'
    if ($Instance -ne 'MSSQLSERVER') {
        $server = 'localhost\' + $Instance
    }
    $text = "Server=$server;Database=master;Integrated Security=SSPI;Connect Timeout=15;Pooling=false;" +
        'Application Name=CacheWarden'
    $connection = New-Object -TypeName System.Data.SqlClient.SqlConnection -ArgumentList $text
    try {
        $connection.Open()
    }
    catch {
        $connection.Dispose()
        Stop-CwSqlError -ErrorRecord $_ -What "Connecting to $Instance" -Code 'CW2042'
    }
    return $connection
}
