function ConvertTo-CwLine {
    <#
    .SYNOPSIS
        Makes any text one line of at most 4,000 characters: a name in it can't pass for another record.
    .PARAMETER Text
        The text.
    .OUTPUTS
        System.String
    .EXAMPLE
        ConvertTo-CwLine -Text "database $name removed"
    .NOTES
        Source: [windows#event-source]. Control characters, and those at which readers begin a new line, are spelled
        out.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $Text
    )

    $line = [regex]::Replace($Text, '[\x00-\x1f\x7f-\x9f\u2028\u2029]', { '\u{0:x4}' -f [int] $args[0].Value[0] })
    return $line.Substring(0, [Math]::Min(4000, $line.Length))
}
