function Read-CwFileEntry {
    <#
    .SYNOPSIS
        Says of files and folders what they are, and who may do what to them: never goes through a link.
    .PARAMETER Item
        Files and folders as they were just listed; their rights are read together.
    .OUTPUTS
        System.Collections.Hashtable for each: path, isFolder, link (Junction, SymbolicLink, HardLink, another reparse
        point's attributes, or null), rights (owner and rules in SDDL), children (System.IO.FileSystemInfo; none of a
        link); an error, and none of them, where Windows doesn't say it of one.
    .EXAMPLE
        Read-CwFileEntry -Item (Get-ChildItem -LiteralPath 'C:\ProgramData\CacheWarden' -Force)
    .NOTES
        Source: [windows#links], [windows#sddl]. Get-ChildItem -Recurse would go through junctions.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object[]] $Item
    )

    $acls = @(Get-Acl -LiteralPath $Item.FullName -ErrorAction Stop)
    $next = 0
    $entries = foreach ($one in $Item) {
        $entry = @{ path = $one.FullName; isFolder = $one.PSIsContainer; link = Get-CwLink -Item $one; children = @()
            rights = $acls[$next++].GetSecurityDescriptorSddlForm('Owner, Access') }
        if ($one.PSIsContainer -and $null -eq $entry.link) {
            $entry.children = @(Get-ChildItem -LiteralPath $one.FullName -Force -ErrorAction Stop)
        }
        $entry
    }
    return $entries
}
