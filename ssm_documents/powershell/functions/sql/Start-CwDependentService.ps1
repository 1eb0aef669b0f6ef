function Start-CwDependentService {
    <#
    .SYNOPSIS
        Starts the services that need an instance's engine and ran, or would have started with Windows, before.
    .PARAMETER Instance
        MSSQLSERVER for the default instance, else the instance's name; its engine runs.
    .OUTPUTS
        None; what doesn't start is logged: SQL Server itself serves without it.
    .EXAMPLE
        Start-CwDependentService -Instance 'SALES'
    .NOTES
        Source: [sql-server#dependent-services], [windows#automatic-dependents].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Instance
    )

    $state = Get-CwServiceState
    $wanted = @($state.automatic) + @($state.stopped)
    foreach ($service in @(Get-CwDependentService -Instance $Instance)) {
        $name = $service.Name
        $starts = $wanted -contains $name -and [string] $service.StartType -ne 'Disabled'
        if ($starts -and [int] $service.Status -ne 4 -and $PSCmdlet.ShouldProcess($name, 'Start the service')) {
            $why = Start-CwService -Name $name -TimeoutSeconds 45
            if ($why -ne '') {
                Write-CwLog -Message "service ${name} didn't start: $why"
            }
        }
    }
}
