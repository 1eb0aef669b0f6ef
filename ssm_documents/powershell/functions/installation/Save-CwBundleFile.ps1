function Save-CwBundleFile {
    <#
    .SYNOPSIS
        Guarantees some files of a bundle on this host; no task runs them yet.
    .DESCRIPTION
        The folder is taken into the administrators' hands before anything is written. A bundle has a folder of its own,
        named after its hash: the one that the tasks run stays as it is.
    .PARAMETER Hash
        The bundle's hash.
    .PARAMETER File
        Text by name of the file, as the document carries it.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Save-CwBundleFile -Hash $CwBundle -File $files
    .NOTES
        Source: [glossary#host-bundle].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Hash,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $File
    )

    Protect-CwFolder
    New-CwFolder -ChildPath "bundle\$Hash"
    $written = @()
    foreach ($name in $File.Keys) {
        $path = Get-CwDataPath -ChildPath "bundle\$Hash\$name"
        $text = $File[$name].Replace([string] [char] 13, '') + [char] 10
        if ((Get-CwFileHash -Path $path) -cne (Get-CwTextHash -Text $text).Substring(0, 32)) {
            Save-CwFile -Path $path -Text $text
            $written += $name
        }
    }
    if ($written.Count -eq 0) {
        $message = "$($File.Keys -join ', ') of bundle $Hash were in place."
        return New-CwVerdict -Code 'CW3022' -Outcome 'already' -Message $message
    }
    $message = "$($written -join ', ') of bundle $Hash written."
    return New-CwVerdict -Code 'CW3021' -Outcome 'done' -Changed -Message $message
}
