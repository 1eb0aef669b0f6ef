function ConvertFrom-CwTimestamp {
    <#
    .SYNOPSIS
        Reads ISO 8601 text in UTC, with or without fractions of a second.
    .PARAMETER Text
        The text, for example 2026-02-03T04:05:06.789Z
    .OUTPUTS
        System.DateTime of kind Utc
    .EXAMPLE
        ConvertFrom-CwTimestamp -Text '2026-02-03T04:05:06Z'
    .NOTES
        Source: [glossary#lease]. Anything else ends the action with CW3007.
    #>
    [CmdletBinding()]
    [OutputType([datetime])]
    param(
        [Parameter(Mandatory)] [string] $Text
    )

    if ($Text -notmatch '^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,7})?(Z|\+00:00)$') {
        Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message "'$Text' is not a time like 2026-02-03T04:05:06Z."
    }
    $invariant = [System.Globalization.CultureInfo]::InvariantCulture
    $styles = [System.Globalization.DateTimeStyles] 'AssumeUniversal, AdjustToUniversal'
    return [datetime]::ParseExact($Matches[1], "yyyy-MM-dd'T'HH:mm:ss", $invariant, $styles)
}
