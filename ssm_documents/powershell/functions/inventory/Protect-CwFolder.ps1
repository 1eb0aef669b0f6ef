function Protect-CwFolder {
    <#
    .SYNOPSIS
        Takes CacheWarden's folder and all that is in it out of everybody's hands but SYSTEM's and the administrators'.
    .DESCRIPTION
        Owners and rules are built anew. What can't be trusted whoever owns it afterwards is refused (CW3018): a link,
        which leads elsewhere, and a state file or script that somebody else made, since its content would be believed.
        Looked for before the first change, and again in each folder once nobody else can get in.
    .OUTPUTS
        None; otherwise the action ends with CW3018.
    .EXAMPLE
        Protect-CwFolder
    .NOTES
        Source: [windows#programdata], [windows#links].
        A file may be replaced meanwhile, as the worker's progress is.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param()

    New-CwFolder
    $believed = '\.(json(\.bak|\.new)?|ps1)\z'
    $distrusted = { $_.kind -in 'link', 'unknown' -or ($_.kind -eq 'owner' -and $_.path -match $believed) }
    Confirm-CwFolder -Fault @(Get-CwFolderFault | Where-Object $distrusted)
    $paths = @((Get-CwDataPath -ChildPath '').TrimEnd('\'))
    for ($next = 0; $next -lt $paths.Count; $next++) {
        $entry = Get-CwFileEntry -Path $paths[$next]
        if ($null -eq $entry) {
            continue
        }
        if ($entry.isFolder -and $null -eq $entry.link) {
            Set-CwFolderRight -Path $entry.path
            $paths += @((Get-CwFileEntry -Path $entry.path).children | ForEach-Object { $_.FullName })
        }
    }
    Confirm-CwFolder -Fault @(Get-CwFolderFault | Where-Object $distrusted)
    foreach ($path in $paths) {
        if ($null -ne (Get-CwItem -Path $path)) {
            Set-CwFolderRight -Path $path
        }
    }
    Confirm-CwFolder -Fault @(Get-CwFolderFault)
}
