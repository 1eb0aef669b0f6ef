function Read-CwBundle {
    <#
    .SYNOPSIS
        Returns the functions and T-SQL texts of a bundle on this host, whose hash has been compared.
    .DESCRIPTION
        The hash covers all files of the bundle, those of the scheduled tasks too: it is that of a list with each file's
        name and hash, as Get-FileHash shows it.
    .PARAMETER Hash
        The bundle's hash, which is its folder's name.
    .OUTPUTS
        System.String for each file that is to be defined; otherwise an error that says what is wrong
    .EXAMPLE
        Read-CwBundle -Hash $CwBundle
    .NOTES
        Source: [glossary#host-bundle]. Each document carries this function besides; a literal path, since environment
        variables of a scheduled task can be edited.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Hash
    )

    $algorithm = [System.Security.Cryptography.SHA256]::Create()
    $list = ''
    $texts = @()
    foreach ($name in '%%BUNDLE_FILES%%'.Split(' ')) {
        $bytes = [System.IO.File]::ReadAllBytes("C:\ProgramData\CacheWarden\bundle\$Hash\$name.ps1")
        $list += "$name.ps1 $([BitConverter]::ToString($algorithm.ComputeHash($bytes)).Replace('-', ''))`n"
        if ($name -notin 'boot_task', 'worker') {
            $texts += [System.Text.Encoding]::ASCII.GetString($bytes)
        }
    }
    $bytes = $algorithm.ComputeHash([System.Text.Encoding]::ASCII.GetBytes($list))
    $found = [BitConverter]::ToString($bytes).Replace('-', '').Substring(0, 32).ToLowerInvariant()
    if ($found -cne $Hash) {
        throw "its files have the hash $found"
    }
    return $texts
}
