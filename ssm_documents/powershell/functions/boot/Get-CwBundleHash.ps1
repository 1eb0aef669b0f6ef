function Get-CwBundleHash {
    <#
    .SYNOPSIS
        Returns one hash for both scripts that the host's scheduled tasks run.
    .OUTPUTS
        System.String: the first 32 small hexadecimal digits of each SHA-256 (boot_task, worker), of the files as they
        are; null unless both are installed
    .EXAMPLE
        Get-CwBundleHash
    .NOTES
        Source: [glossary#boot-task]: preflight checks that the host's copy is the deployed one
        (infra.documents.builder).
    #>
    [CmdletBinding()]
    param()

    $hash = ''
    foreach ($task in 'boot_task', 'worker') {
        $path = Get-CwTaskScript -Task $task
        if ($path -eq '' -or -not (Test-Path -LiteralPath $path)) {
            return $null
        }
        $hash += Get-CwFileHash -Path $path
    }
    return $hash
}
