function Get-CwDependentService {
    <#
    .SYNOPSIS
        Lists the services that need an instance's engine, but for its Agent: Launchpad, PolyBase, other vendors'.
    .PARAMETER Instance
        MSSQLSERVER for the default instance, else the instance's name.
    .OUTPUTS
        System.ServiceProcess.ServiceController, each once, those that need one another, too
    .EXAMPLE
        Get-CwDependentService -Instance 'SALES'
    .NOTES
        Source: [windows#automatic-dependents]. Whether Windows lists indirect ones isn't relied on.
    #>
    [CmdletBinding()]
    [OutputType('System.ServiceProcess.ServiceController')]
    param(
        [Parameter(Mandatory)] [string] $Instance
    )

    $agent = Get-CwServiceName -Instance $Instance -Agent
    $names = @(Get-CwServiceName -Instance $Instance)
    for ($next = 0; $next -lt $names.Count; $next++) {
        foreach ($service in @(Get-Service -Name $names[$next] -DependentServices -ErrorAction Stop)) {
            if ($service.Name -ne $agent -and $names -notcontains $service.Name) {
                $names += $service.Name
                $service
            }
        }
    }
}
