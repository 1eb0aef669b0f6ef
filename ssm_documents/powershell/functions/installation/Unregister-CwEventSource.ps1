function Unregister-CwEventSource {
    <#
    .SYNOPSIS
        Takes the source CacheWarden out of Windows' event log; its events stay.
    .OUTPUTS
        System.String where it was there
    .EXAMPLE
        Unregister-CwEventSource
    .NOTES
        Source: [windows#event-source].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param()

    if ((Test-CwEventSource) -and $PSCmdlet.ShouldProcess('Application', 'Remove the source CacheWarden')) {
        Remove-EventLog -Source 'CacheWarden' -ErrorAction Stop
        'the event source is removed'
    }
}
