function Get-CwFileEntry {
    <#
    .SYNOPSIS
        Says what a file or folder is, and who may do what to it: never goes through a link.
    .PARAMETER Path
        The file or folder.
    .OUTPUTS
        System.Collections.Hashtable: path, isFolder, link (Junction, SymbolicLink, HardLink, another reparse point's
        attributes, or null), rights (owner and rules in SDDL), children (paths; none of a link); null where there is
        nothing
    .EXAMPLE
        Get-CwFileEntry -Path 'C:\ProgramData\CacheWarden'
    .NOTES
        Source: [windows#links], [windows#sddl]. Get-ChildItem -Recurse would go through junctions.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    $item = Get-Item -LiteralPath $Path -Force -ErrorAction SilentlyContinue
    $acl = Get-Acl -LiteralPath $Path -ErrorAction SilentlyContinue
    if ($null -eq $item -or $null -eq $acl) {
        return $null
    }
    $link = Get-CwLink -Path $Path
    $children = @()
    if ($item.PSIsContainer -and $null -eq $link) {
        $children = @(Get-ChildItem -LiteralPath $Path -Force | ForEach-Object { $_.FullName })
    }
    return @{
        path = $Path
        isFolder = [bool] $item.PSIsContainer
        link = $link
        rights = $acl.GetSecurityDescriptorSddlForm('Owner, Access')
        children = $children
    }
}
