function Start-CwWaitingAgent {
    <#
    .SYNOPSIS
        Starts the Agents that waited for lost databases, once these are back.
    .OUTPUTS
        None; whatever goes wrong is logged, and tried again by the boot task's next run.
    .EXAMPLE
        Start-CwWaitingAgent
    .NOTES
        Source: [glossary#boot-task]. An engine that somebody stopped stays down.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param()

    if (@((Get-CwServiceState).waiting).Count -eq 0 -or
        -not $PSCmdlet.ShouldProcess('SQL Server Agent', 'Start the services')) {
        return
    }
    try {
        Invoke-CwExclusively -TimeoutSeconds 600 -ScriptBlock {
            $waiting = @((Get-CwServiceState).waiting)
            foreach ($instance in @(Get-CwSqlInstance | Where-Object { $_.service -eq 4 })) {
                if ($waiting -contains $instance.name) {
                    Start-CwInstance -Instance $instance
                }
            }
        }
    }
    catch {
        Write-CwLog -Message "the Agent still waits: $($_.Exception.Message)"
    }
}
