function Compress-CwText {
    <#
    .SYNOPSIS
        Compresses a plain ASCII text: deflate (RFC 1951), then Base64.
    .PARAMETER Text
        The text.
    .OUTPUTS
        System.String
    .EXAMPLE
        Compress-CwText -Text $json
    .NOTES
        Source: [run-command#output-sizes]. Read by lambdas/cachewarden/packed_json.py.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Text
    )

    $bytes = [System.Text.Encoding]::ASCII.GetBytes($Text)
    $compressed = [System.IO.MemoryStream]::new()
    $mode = [System.IO.Compression.CompressionMode]::Compress
    $deflate = [System.IO.Compression.DeflateStream]::new($compressed, $mode, $true)
    try {
        $deflate.Write($bytes, 0, $bytes.Length)
    }
    finally {
        # What it still holds is written when it ends.
        $deflate.Dispose()
    }
    return [Convert]::ToBase64String($compressed.ToArray())
}
