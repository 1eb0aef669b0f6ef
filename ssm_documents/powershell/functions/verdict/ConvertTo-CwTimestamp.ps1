function ConvertTo-CwTimestamp {
    <#
    .SYNOPSIS
        Writes a point in time as ISO 8601 text in UTC with milliseconds.
    .PARAMETER Time
        The point in time; local times are converted.
    .OUTPUTS
        System.String, for example 2026-02-03T04:05:06.789Z
    .EXAMPLE
        ConvertTo-CwTimestamp -Time (Get-CwTime)
    .NOTES
        Source: [glossary#verdict]. The culture is invariant: other calendars exist.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [datetime] $Time
    )

    $invariant = [System.Globalization.CultureInfo]::InvariantCulture
    return $Time.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", $invariant)
}
