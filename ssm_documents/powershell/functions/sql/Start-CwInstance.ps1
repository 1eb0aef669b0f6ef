function Start-CwInstance {
    <#
    .SYNOPSIS
        Starts an instance's engine and Agent and waits until they run.
    .PARAMETER Instance
        name and states (Get-CwSqlInstance).
    .OUTPUTS
        None; an engine that doesn't start ends the action with CW2032, an Agent that doesn't with CW2040.
    .EXAMPLE
        Start-CwInstance -Instance $instance
    .NOTES
        Source: [sql-server#manual-start]. A disabled Agent is left alone.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance
    )

    $engine = Get-CwServiceName -Instance $Instance.name
    if (-not $PSCmdlet.ShouldProcess($engine, 'Start the service')) {
        return
    }
    if ($Instance.service -ne 4) {
        $why = Start-CwService -Name $engine -TimeoutSeconds 180
        if ($why -ne '') {
            Stop-CwAction -Code 'CW2032' -Outcome 'failed' -Changed -Message "Service $engine didn't start: $why."
        }
    }
    Start-CwDependentService -Instance $Instance.name
    if ($null -eq $Instance.agent -or $Instance.agent -eq 4) {
        return
    }
    $agent = Get-CwServiceName -Instance $Instance.name -Agent
    $service = Get-Service -Name $agent -ErrorAction Stop
    if ([string] $service.StartType -eq 'Disabled') {
        return
    }
    $why = Start-CwService -Name $agent -TimeoutSeconds 45
    if ($why -ne '') {
        Stop-CwAction -Code 'CW2040' -Outcome 'partial' -Changed -Message "Service $agent didn't start: $why."
    }
}
