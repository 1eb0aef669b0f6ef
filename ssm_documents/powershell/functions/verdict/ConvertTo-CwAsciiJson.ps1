function ConvertTo-CwAsciiJson {
    <#
    .SYNOPSIS
        Writes an object as compact JSON in plain ASCII.
    .PARAMETER InputObject
        What is written: hashtables, arrays, text, numbers, booleans, nulls.
    .OUTPUTS
        System.String
    .EXAMPLE
        ConvertTo-CwAsciiJson -InputObject @{ code = 'CW3000' }
    .NOTES
        Source: [glossary#host-output]. Standard output is decoded with the console's code page on its way, so that
        anything beyond ASCII travels as \uXXXX.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $InputObject
    )

    $json = ConvertTo-Json -InputObject $InputObject -Depth 12 -Compress
    return [regex]::Replace($json, '[^\x20-\x7e]', { '\u{0:x4}' -f [int] $args[0].Value[0] })
}
