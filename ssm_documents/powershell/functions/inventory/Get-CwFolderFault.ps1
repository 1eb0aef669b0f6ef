function Get-CwFolderFault {
    <#
    .SYNOPSIS
        Lists what is wrong with CacheWarden's folder: nothing, while it is the administrators' alone.
    .PARAMETER Itself
        Only the folder itself: while it is as InstallHost left it, nobody else gets to what is in it.
    .OUTPUTS
        System.Collections.Hashtable for each fault: path, isFolder, kind (link, unknown, owner or rights), text
    .EXAMPLE
        @(Get-CwFolderFault).Count -eq 0
    .NOTES
        Source: [windows#programdata], [windows#links], [windows#sddl]. SYSTEM runs and believes what is in the folder.
        What a folder lists is read together; where that fails, since a state file was replaced meanwhile, one by one.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [switch] $Itself
    )

    $entries = @(Get-CwFileEntry -Path (Get-CwDataPath -ChildPath '').TrimEnd('\'))
    for ($next = 0; $next -lt $entries.Count; $next++) {
        $entry = $entries[$next]
        if ($null -eq $entry) {
            continue
        }
        if (-not $Itself -and $entry.children) {
            try {
                $entries += Read-CwFileEntry -Item $entry.children
            }
            catch {
                $entries += $entry.children | ForEach-Object { Get-CwFileEntry -Path $_.FullName }
            }
        }
        $fault = @{ path = $entry.path; isFolder = $entry.isFolder; kind = ''; text = $entry.path }
        if ($null -ne $entry.link) {
            $fault.kind = 'link'
            $fault.text += " is a $($entry.link)"
        }
        elseif ($entry.rights -clike 'unknown*') {
            $fault.kind = 'unknown'
            $fault.text += " can't be looked at: $($entry.rights)"
        }
        elseif ($entry.rights -cnotmatch '\AO:(BA|SY)D:') {
            $fault.kind = 'owner'
            $fault.text += " belongs to somebody else: $($entry.rights)"
        }
        elseif ($entry.rights -cnotmatch 'D:[PARI]*(\(A;(OI)?(CI)?(ID)?;FA;;;(SY|BA)\))+\z') {
            $fault.kind = 'rights'
            $fault.text += " is open to others: $($entry.rights)"
        }
        if ($fault.kind -ne '') {
            $fault
        }
    }
}
