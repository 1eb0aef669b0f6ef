function Get-CwLink {
    <#
    .SYNOPSIS
        Says whether a file or folder leads elsewhere, or has further names.
    .PARAMETER Item
        The file or folder (Get-CwItem), or null.
    .OUTPUTS
        System.String: Junction, SymbolicLink, HardLink, or the attributes of another reparse point; null for none, or
        where there is nothing
    .EXAMPLE
        Get-CwLink -Item (Get-CwItem -Path 'C:\ProgramData\CacheWarden')
    .NOTES
        Source: [windows#links].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Item
    )

    if ($null -ne $Item -and $null -eq $Item.LinkType -and ([int] $Item.Attributes -band 1024)) {
        return [string] $Item.Attributes
    }
    if ($null -ne $Item) {
        return $Item.LinkType
    }
    return $null
}
