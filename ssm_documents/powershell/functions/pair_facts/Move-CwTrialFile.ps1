function Move-CwTrialFile {
    <#
    .SYNOPSIS
        Restarts SQL Server, and puts the test database's files aside, or back in their place, while it is down.
    .DESCRIPTION
        All files of it, as where a drive is lost: what stays in its place keeps the database from being seeded anew.
        What SQL Server's stop takes down with it, its Agent for one, is started again.
    .PARAMETER Instance
        The instance (Get-CwSqlInstance).
    .PARAMETER Path
        Paths of the files; aside they have .trial behind their name, and nothing may be there.
    .PARAMETER Back
        Puts them back.
    .OUTPUTS
        None; services that don't stop or start end the action with CW2031 or CW2032.
    .EXAMPLE
        Move-CwTrialFile -Instance $pair.instance -Path $pair.files
    .NOTES
        Source: [sql-server#dependent-services], [sql-server#rights-table]. Status 1 Stopped, 3 StopPending, 4 Running.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance,
        [Parameter(Mandatory)] [string[]] $Path,
        [switch] $Back
    )

    $engine = Get-CwServiceName -Instance $Instance.name
    if (-not $PSCmdlet.ShouldProcess($engine, 'Restart, with files moved')) {
        return
    }
    $wait = @{}
    $others = @(Get-Service -Name $engine -DependentServices -ErrorAction Stop |
            Where-Object { [int] $_.Status -eq 4 } | ForEach-Object { $_.Name })
    $status = [int] (Get-Service -Name $engine -ErrorAction Stop).Status
    if ($status -notin 1, 3) {
        Stop-Service -Name $engine -Force -NoWait -ErrorAction Stop
    }
    while ($status -ne 1) {
        if (-not (Test-CwTimeLeft -Wait $wait -Seconds 120)) {
            Stop-CwAction -Code 'CW2031' -Outcome 'partial' -Changed -Message (
                "Service $engine has status $status 120 s after it was told to stop.")
        }
        Start-Sleep -Seconds 1
        $status = [int] (Get-Service -Name $engine -ErrorAction Stop).Status
    }
    try {
        foreach ($file in $Path) {
            if ($Back) {
                [System.IO.File]::Move("$file.trial", $file)
            }
            else {
                [System.IO.File]::Move($file, "$file.trial")
            }
        }
    }
    finally {
        # Whatever became of the files: nothing that ran is left stopped.
        $why = Start-CwService -Name $engine -TimeoutSeconds 180
        foreach ($name in $others) {
            $late = Start-CwService -Name $name -TimeoutSeconds 45
            if ($late -ne '') {
                Write-CwLog -Message "service ${name} didn't start: $late"
            }
        }
    }
    if ($why -ne '') {
        Stop-CwAction -Code 'CW2032' -Outcome 'failed' -Changed -Message "Service $engine didn't start: $why."
    }
}
