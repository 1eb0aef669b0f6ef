function Get-CwFileEntry {
    <#
    .SYNOPSIS
        Says what a file or folder is, and who may do what to it: never goes through a link.
    .PARAMETER Path
        The file or folder.
    .PARAMETER Listed
        The same as its folder listed it, where that was just done.
    .OUTPUTS
        System.Collections.Hashtable: path, isFolder, link (Junction, SymbolicLink, HardLink, another reparse point's
        attributes, or null), rights (owner and rules in SDDL), children (System.IO.FileSystemInfo; none of a link);
        null where there is nothing. Where Windows doesn't say, rights begins with "unknown".
    .EXAMPLE
        Get-CwFileEntry -Path 'C:\ProgramData\CacheWarden'
    .NOTES
        Source: [windows#links], [windows#sddl]. Get-ChildItem -Recurse would go through junctions.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [object] $Listed = $null
    )

    $entry = @{ path = $Path; isFolder = $false; link = $null; rights = ''; children = @() }
    try {
        $item = $Listed
        if ($null -eq $item) {
            $item = Get-CwItem -Path $Path
        }
        if ($null -eq $item) {
            return $null
        }
        $entry.isFolder = [bool] $item.PSIsContainer
        $entry.link = Get-CwLink -Item $item
        $acl = Get-Acl -LiteralPath $Path -ErrorAction Stop
        $entry.rights = $acl.GetSecurityDescriptorSddlForm('Owner, Access')
        if ($entry.isFolder -and $null -eq $entry.link) {
            $entry.children = @(Get-ChildItem -LiteralPath $Path -Force -ErrorAction Stop)
        }
    }
    catch [System.Management.Automation.ItemNotFoundException] {
        return $null
    }
    catch {
        # What was listed a moment ago may have been replaced since, as a state file is.
        if ($null -ne $Listed) {
            return Get-CwFileEntry -Path $Path
        }
        $entry.rights = "unknown: $($_.Exception.GetBaseException().Message)"
    }
    return $entry
}
