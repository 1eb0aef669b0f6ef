function Get-CwLink {
    <#
    .SYNOPSIS
        Says whether a file or folder leads elsewhere, or has further names.
    .PARAMETER Path
        The file or folder.
    .OUTPUTS
        System.String: Junction, SymbolicLink, HardLink, or the attributes of another reparse point; null for none, or
        where there is nothing
    .EXAMPLE
        Get-CwLink -Path 'C:\ProgramData\CacheWarden'
    .NOTES
        Source: [windows#links].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    $item = Get-Item -LiteralPath $Path -Force -ErrorAction SilentlyContinue
    if ($null -eq $item) {
        return $null
    }
    if ($null -eq $item.LinkType -and ([int] $item.Attributes -band 1024)) {
        return [string] $item.Attributes
    }
    return $item.LinkType
}
