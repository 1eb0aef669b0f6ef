function Select-CwPresentFile {
    <#
    .SYNOPSIS
        Leaves out the files that are known to be no more there; where a drive doesn't answer nothing is known.
    .PARAMETER Path
        Full paths.
    .OUTPUTS
        System.String, full paths
    .EXAMPLE
        Select-CwPresentFile -Path 'S:\tempdb\tempdb.mdf'
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Path
    )

    foreach ($file in $Path) {
        if ((Test-Path -LiteralPath $file) -or -not (Test-Path -LiteralPath $file.Substring(0, 3))) {
            $file
        }
    }
}
