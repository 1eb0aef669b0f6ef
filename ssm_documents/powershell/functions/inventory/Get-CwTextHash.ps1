function Get-CwTextHash {
    <#
    .SYNOPSIS
        Returns the SHA-256 of a text.
    .PARAMETER Text
        Plain ASCII.
    .OUTPUTS
        System.String, 64 small hexadecimal digits
    .EXAMPLE
        Get-CwTextHash -Text '{}'
    .NOTES
        Used by the seal of a state file (Read-CwState), and for a bundle's files.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Text
    )

    $algorithm = [System.Security.Cryptography.SHA256]::Create()
    $bytes = $algorithm.ComputeHash([System.Text.Encoding]::ASCII.GetBytes($Text))
    return [BitConverter]::ToString($bytes).Replace('-', '').ToLowerInvariant()
}
