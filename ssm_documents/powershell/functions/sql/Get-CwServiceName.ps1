function Get-CwServiceName {
    <#
    .SYNOPSIS
        Returns the name of an instance's Windows service.
    .PARAMETER Instance
        MSSQLSERVER for the default instance, else the instance's name.
    .PARAMETER Agent
        The SQL Server Agent's service instead of the engine's.
    .OUTPUTS
        System.String
    .EXAMPLE
        Get-CwServiceName -Instance 'SALES' -Agent
    .NOTES
        Source: [sql-server#manual-start].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Instance,
        [switch] $Agent
    )

    if ($Instance -eq 'MSSQLSERVER') {
        if ($Agent) {
            return 'SQLSERVERAGENT'
        }
        return 'MSSQLSERVER'
    }
    if ($Agent) {
        return 'SQLAgent$' + $Instance
    }
    return 'MSSQL$' + $Instance
}
