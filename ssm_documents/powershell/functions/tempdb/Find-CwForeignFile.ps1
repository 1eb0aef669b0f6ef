function Find-CwForeignFile {
    <#
    .SYNOPSIS
        Lists files on a drive that nobody knows, ten at most.
    .DESCRIPTION
        What Windows keeps at a drive's root isn't listed, and no link is followed: what it leads to lies elsewhere.
    .PARAMETER Letter
        The drive's letter.
    .PARAMETER Known
        Full paths of the files that are known.
    .OUTPUTS
        System.String, full paths; a folder that can't be read is an error
    .EXAMPLE
        Find-CwForeignFile -Letter 'S' -Known 'S:\tempdb\tempdb.mdf'
    .NOTES
        Source: [windows#links].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Letter,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Known
    )

    $root = "${Letter}:\"
    $windows = @('System Volume Information', '$RECYCLE.BIN', 'pagefile.sys', 'swapfile.sys' |
            ForEach-Object { $root + $_ })
    $folders = @($root)
    $found = 0
    for ($next = 0; $next -lt $folders.Count; $next++) {
        foreach ($item in @(Get-ChildItem -LiteralPath $folders[$next] -Force -ErrorAction Stop)) {
            if ($windows -contains $item.FullName -or $Known -contains $item.FullName) {
                continue
            }
            if (-not $item.PSIsContainer) {
                $item.FullName
                $found++
                if ($found -eq 10) {
                    return
                }
            }
            elseif ($null -eq (Get-CwLink -Item $item)) {
                $folders += $item.FullName
            }
        }
    }
}
