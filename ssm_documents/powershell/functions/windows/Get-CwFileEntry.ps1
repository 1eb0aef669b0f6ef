function Get-CwFileEntry {
    <#
    .SYNOPSIS
        Says what a file or folder is, and who may do what to it (Read-CwFileEntry).
    .PARAMETER Path
        The file or folder.
    .OUTPUTS
        System.Collections.Hashtable, as Read-CwFileEntry gives it; null where there is nothing. Where Windows doesn't
        say, rights begins with "unknown", and it counts as a file.
    .EXAMPLE
        Get-CwFileEntry -Path 'C:\ProgramData\CacheWarden'
    .NOTES
        Source: [windows#links], [windows#sddl].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    try {
        $item = Get-CwItem -Path $Path
        if ($null -ne $item) {
            return Read-CwFileEntry -Item $item
        }
    }
    catch [System.Management.Automation.ItemNotFoundException] {
        return $null
    }
    catch {
        return @{ path = $Path; isFolder = $false; link = $null; children = @()
            rights = "unknown: $($_.Exception.GetBaseException().Message)" }
    }
}
