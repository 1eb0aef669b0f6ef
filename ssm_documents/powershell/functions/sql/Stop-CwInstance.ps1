function Stop-CwInstance {
    <#
    .SYNOPSIS
        Stops an instance's Agent and engine and waits until both are stopped.
    .PARAMETER Instance
        name and states (Get-CwSqlInstance).
    .OUTPUTS
        None; if a service is not stopped after two minutes the action ends with CW2031.
    .EXAMPLE
        Stop-CwInstance -Instance $instance
    .NOTES
        Source: [write-cache#move-sequence], [sql-server#dependent-services]. The Agent depends on the engine and goes
        first; -Force stops other dependents, which are remembered and started again with the engine. Status 1 Stopped,
        3 StopPending.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance
    )

    $names = @()
    if ($null -ne $Instance.agent) {
        $names += Get-CwServiceName -Instance $Instance.name -Agent
    }
    $names += Get-CwServiceName -Instance $Instance.name
    $state = Get-CwServiceState
    $new = @(Get-CwDependentService -Instance $Instance.name | Where-Object { [int] $_.Status -ne 1 } |
            ForEach-Object { $_.Name } | Where-Object { $state.stopped -notcontains $_ })
    if ($new.Count -gt 0) {
        $state.stopped += $new
        Save-CwStateFile -Name 'services' -Content $state
    }
    foreach ($name in $names) {
        if (-not $PSCmdlet.ShouldProcess($name, 'Stop the service')) {
            continue
        }
        $wait = @{}
        $status = [int] (Get-Service -Name $name -ErrorAction Stop).Status
        if ($status -notin 1, 3) {
            Stop-Service -Name $name -Force -NoWait -ErrorAction Stop
        }
        while ($status -ne 1) {
            if (-not (Test-CwTimeLeft -Wait $wait -Seconds 120)) {
                Stop-CwAction -Code 'CW2031' -Outcome 'partial' -Changed -Message (
                    "Service $name has status $status 120 s after it was told to stop.")
            }
            Start-Sleep -Milliseconds 500
            $status = [int] (Get-Service -Name $name -ErrorAction Stop).Status
        }
        Write-CwLog -Message "service $name is stopped"
    }
}
