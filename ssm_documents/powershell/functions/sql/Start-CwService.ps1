function Start-CwService {
    <#
    .SYNOPSIS
        Starts a service and waits until it runs, but never for ever.
    .DESCRIPTION
        Start-Service waits as long as the service says that it is starting: one that hangs would keep the boot task
        for ever, and with it the lock that every acting script needs.
    .PARAMETER Name
        The service.
    .PARAMETER TimeoutSeconds
        How long it may take.
    .OUTPUTS
        System.String: empty once it runs, else why it doesn't
    .EXAMPLE
        $why = Start-CwService -Name 'MSSQLSERVER' -TimeoutSeconds 180
    .NOTES
        Source: ServiceController.Start; service states 1 Stopped, 2 StartPending, 4 Running.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [int] $TimeoutSeconds
    )

    if (-not $PSCmdlet.ShouldProcess($Name, 'Start the service')) {
        return 'it was not to be started'
    }
    $wait = @{}
    $service = Get-Service -Name $Name -ErrorAction Stop
    if ([int] $service.Status -eq 1) {
        try {
            $service.Start()
        }
        catch {
            return $_.Exception.GetBaseException().Message
        }
    }
    do {
        $service.Refresh()
        $status = [int] $service.Status
        if ($status -eq 4) {
            Write-CwLog -Message "service $Name runs"
            return ''
        }
        if ($status -eq 1) {
            return 'it ended while it was starting'
        }
        Start-Sleep -Seconds 1
    } while (Test-CwTimeLeft -Wait $wait -Seconds $TimeoutSeconds)
    return "it has status $status $TimeoutSeconds s after it was told to start, expected 4 (Running)"
}
