function Start-CwAgent {
    <#
    .SYNOPSIS
        Starts the services that need an instance's engine, which runs: its Agent and others. They don't wait any more.
    .PARAMETER Instance
        name and agent (Get-CwSqlInstance).
    .OUTPUTS
        None; an Agent that doesn't start ends the action with CW2040, and is started again another time.
    .EXAMPLE
        Start-CwAgent -Instance $instance
    .NOTES
        Source: [sql-server#manual-start]. A disabled Agent is left alone.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance
    )

    $agent = Get-CwServiceName -Instance $Instance.name -Agent
    if (-not $PSCmdlet.ShouldProcess($agent, 'Start the service')) {
        return
    }
    Start-CwDependentService -Instance $Instance.name
    if ($null -ne $Instance.agent -and $Instance.agent -ne 4) {
        $service = Get-Service -Name $agent -ErrorAction Stop
        if ([string] $service.StartType -ne 'Disabled') {
            $why = Start-CwService -Name $agent -TimeoutSeconds 45
            if ($why -ne '') {
                Stop-CwAction -Code 'CW2040' -Outcome 'partial' -Changed -Message (
                    "Service $agent didn't start: $why.")
            }
        }
    }
    $state = Get-CwServiceState
    if ($state.waiting -contains $Instance.name) {
        $state.waiting = @($state.waiting | Where-Object { $_ -ne $Instance.name })
        Save-CwStateFile -Name 'services' -Content $state
    }
}
