function Get-CwSqlInstance {
    <#
    .SYNOPSIS
        Lists the SQL Server instances of this node with the states of their services.
    .DESCRIPTION
        Windows Internal Database belongs to a role of Windows and holds none of our databases. An instance that
        somebody has disabled, and that doesn't run, isn't a stopped one: nobody wants it started.
    .PARAMETER IncludeDisabled
        Disabled instances, too.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: name, service and agent (ServiceControllerStatus: 1 Stopped, 2
        StartPending, 3 StopPending, 4 Running; null without an Agent), startMode (Automatic, Manual, Disabled)
    .EXAMPLE
        Get-CwSqlInstance
    .NOTES
        Source: [sql-server#manual-start]; services MSSQLSERVER and SQLSERVERAGENT, MSSQL$<name> and SQLAgent$<name>.
        A pattern that fits no service is no error, a name is: hence the brackets.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [switch] $IncludeDisabled
    )

    $names = 'MSSQLSERVE[R]', 'SQLSERVERAGEN[T]', 'MSSQL$*', 'SQLAgent$*'
    $services = @{}
    foreach ($service in @(Get-Service -Name $names -ErrorAction Stop)) {
        $services[$service.Name] = $service
    }
    foreach ($serviceName in @($services.Keys | Sort-Object)) {
        if ($serviceName -notlike 'MSSQL*' -or $serviceName -eq 'MSSQL$MICROSOFT##WID') {
            continue
        }
        $isDisabled = [string] $services[$serviceName].StartType -eq 'Disabled'
        if ($isDisabled -and [int] $services[$serviceName].Status -eq 1 -and -not $IncludeDisabled) {
            continue
        }
        $instance = $serviceName -replace '^MSSQL\$', ''
        $agentName = Get-CwServiceName -Instance $instance -Agent
        $agent = $null
        if ($services.Contains($agentName)) {
            $agent = [int] $services[$agentName].Status
        }
        [ordered] @{
            name = $instance
            service = [int] $services[$serviceName].Status
            agent = $agent
            startMode = [string] $services[$serviceName].StartType
        }
    }
}
