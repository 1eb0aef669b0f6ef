function Get-CwBundleHash {
    <#
    .SYNOPSIS
        Returns one hash for both scripts that the host's scheduled tasks run.
    .OUTPUTS
        System.String: the first 32 small hexadecimal digits of each SHA-256 (boot_task.ps1, worker.ps1); null unless
        both are installed
    .EXAMPLE
        Get-CwBundleHash
    .NOTES
        Source: [glossary#boot-task]: preflight checks that the host's copy is the deployed one
        (infra.documents.builder).
    #>
    [CmdletBinding()]
    param()

    $hash = ''
    foreach ($stem in 'boot_task', 'worker') {
        $path = Get-CwDataPath -ChildPath "bundle\$stem.ps1"
        if (-not (Test-Path -LiteralPath $path)) {
            return $null
        }
        $hash += (Get-FileHash -LiteralPath $path -Algorithm 'SHA256').Hash.Substring(0, 32).ToLowerInvariant()
    }
    return $hash
}
