function Test-CwEventSource {
    <#
    .SYNOPSIS
        Says whether Windows' event log takes events of the source CacheWarden.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwEventSource
    .NOTES
        Source: [windows#event-source].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param()

    return [System.Diagnostics.EventLog]::SourceExists('CacheWarden')
}
