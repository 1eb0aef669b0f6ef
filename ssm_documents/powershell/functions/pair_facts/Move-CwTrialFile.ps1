function Move-CwTrialFile {
    <#
    .SYNOPSIS
        Restarts SQL Server, and gives the test database's data file another name, or its own again, while it is down.
    .PARAMETER Instance
        The instance (Get-CwSqlInstance).
    .PARAMETER From
        Path of the file.
    .PARAMETER To
        Its new path; nothing may be there.
    .OUTPUTS
        None; services that don't stop or start end the action with CW2031 or CW2032.
    .EXAMPLE
        Move-CwTrialFile -Instance $pair.instance -From 'D:\Data\disposable_trial.mdf' -To 'D:\Data\trial.bin'
    .NOTES
        Source: [sql-server#dependent-services]. Status 1 Stopped, 3 StopPending.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance,
        [Parameter(Mandatory)] [string] $From,
        [Parameter(Mandatory)] [string] $To
    )

    $engine = Get-CwServiceName -Instance $Instance.name
    if (-not $PSCmdlet.ShouldProcess($engine, 'Restart, with a file moved')) {
        return
    }
    $until = (Get-CwTime).AddSeconds(120)
    $status = [int] (Get-Service -Name $engine -ErrorAction Stop).Status
    if ($status -notin 1, 3) {
        Stop-Service -Name $engine -Force -NoWait -ErrorAction Stop
    }
    while ($status -ne 1) {
        if ((Get-CwTime) -gt $until) {
            Stop-CwAction -Code 'CW2031' -Outcome 'partial' -Changed -Message (
                "Service $engine has status $status 120 s after it was told to stop.")
        }
        Start-Sleep -Seconds 1
        $status = [int] (Get-Service -Name $engine -ErrorAction Stop).Status
    }
    try {
        [System.IO.File]::Move($From, $To)
    }
    finally {
        # Whatever became of the file: SQL Server isn't left stopped.
        $why = Start-CwService -Name $engine -TimeoutSeconds 180
    }
    if ($why -ne '') {
        Stop-CwAction -Code 'CW2032' -Outcome 'failed' -Changed -Message "Service $engine didn't start: $why."
    }
}
