function Get-CwBundleHash {
    <#
    .SYNOPSIS
        Returns the SHA-256 of the scripts that the boot task and the worker run.
    .OUTPUTS
        System.String in small hexadecimal digits, or null if they aren't installed
    .EXAMPLE
        Get-CwBundleHash
    .NOTES
        Source: design 6: preflight checks that the host's copy is the deployed one.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    $path = Get-CwDataPath -ChildPath 'bundle\cachewarden.ps1'
    if (-not (Test-Path -LiteralPath $path)) {
        return $null
    }
    return (Get-FileHash -LiteralPath $path -Algorithm 'SHA256').Hash.ToLowerInvariant()
}
