function Register-CwEventSource {
    <#
    .SYNOPSIS
        Guarantees that events of the source CacheWarden can be written to Windows' log Application.
    .DESCRIPTION
        What doesn't let itself be registered fails nothing: the node's own log has all that events say.
    .OUTPUTS
        None
    .EXAMPLE
        Register-CwEventSource
    .NOTES
        Source: [windows#event-source].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param()

    try {
        if (-not (Test-CwEventSource) -and $PSCmdlet.ShouldProcess('Application', 'Register the source CacheWarden')) {
            New-EventLog -LogName 'Application' -Source 'CacheWarden' -ErrorAction Stop
        }
    }
    catch {
        Write-CwLog -Message "the event source can't be registered: $($_.Exception.GetBaseException().Message)"
    }
}
