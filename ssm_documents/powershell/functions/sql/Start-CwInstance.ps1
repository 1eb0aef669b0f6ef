function Start-CwInstance {
    <#
    .SYNOPSIS
        Starts an instance's engine and waits until it runs; its Agent, too, unless that waits for lost databases.
    .DESCRIPTION
        A rebuild starts the engine only: jobs would run on databases that aren't there. That the Agent waits is
        remembered before the engine starts, so a kill anywhere doesn't forget it, until every database of the groups is
        back or somebody has started the Agent by hand. What was started a moment ago isn't asked: its groups may not
        be there yet, and the boot task looks again within a quarter of an hour.
    .PARAMETER Instance
        name and states (Get-CwSqlInstance).
    .PARAMETER EngineOnly
        The Agent, and other services that need the engine, wait from now on for the databases of the groups.
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
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance,
        [switch] $EngineOnly
    )

    $engine = Get-CwServiceName -Instance $Instance.name
    if (-not $PSCmdlet.ShouldProcess($engine, 'Start the service')) {
        return
    }
    $state = Get-CwServiceState
    if ($EngineOnly -and $state.waiting -notcontains $Instance.name) {
        $state.waiting += $Instance.name
        Save-CwStateFile -Name 'services' -Content $state
    }
    if ($Instance.service -ne 4) {
        $why = Start-CwService -Name $engine -TimeoutSeconds 180
        if ($why -ne '') {
            Stop-CwAction -Code 'CW2032' -Outcome 'failed' -Changed -Message "Service $engine didn't start: $why."
        }
    }
    if ($EngineOnly) {
        return
    }
    if ($state.waiting -contains $Instance.name -and $Instance.agent -ne 4) {
        if ($Instance.service -ne 4 -or -not (Test-CwGroupDatabase -Instance $Instance.name)) {
            Write-CwLog -Message "the Agent of $($Instance.name) waits for the databases of its groups"
            return
        }
    }
    Start-CwAgent -Instance $Instance
}
