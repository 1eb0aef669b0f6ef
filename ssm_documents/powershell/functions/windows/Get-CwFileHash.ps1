function Get-CwFileHash {
    <#
    .SYNOPSIS
        Returns the first 32 hexadecimal digits of a file's SHA-256.
    .PARAMETER Path
        The file.
    .OUTPUTS
        System.String, small letters; null where there is no such file
    .EXAMPLE
        Get-CwFileHash -Path $path
    .NOTES
        As long as a bundle's hash (Read-CwBundle).
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    if (-not (Test-Path -LiteralPath $Path)) {
        return $null
    }
    return (Get-FileHash -LiteralPath $Path -Algorithm 'SHA256').Hash.Substring(0, 32).ToLowerInvariant()
}
