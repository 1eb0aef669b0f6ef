function Test-CwTempdbFolder {
    <#
    .SYNOPSIS
        Says whether the tempdb drive and all its folders are there.
    .PARAMETER Tempdb
        The inventory's tempdb part: letter, folders.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwTempdbFolder -Tempdb $inventory.tempdb
    .NOTES
        Source: [sql-server#tempdb-folders]. SQL Server creates tempdb's files at start, not its folders.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [object] $Tempdb
    )

    if (-not (Test-Path -LiteralPath "$($Tempdb.letter):\")) {
        return $false
    }
    foreach ($folder in @($Tempdb.folders)) {
        if (-not (Test-Path -LiteralPath $folder)) {
            return $false
        }
    }
    return $true
}
