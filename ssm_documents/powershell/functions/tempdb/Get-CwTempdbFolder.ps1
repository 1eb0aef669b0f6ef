function Get-CwTempdbFolder {
    <#
    .SYNOPSIS
        Lists the folders of an instance's tempdb files.
    .PARAMETER Connection
        An open connection to the instance.
    .OUTPUTS
        System.String
    .EXAMPLE
        Get-CwTempdbFolder -Connection $connection
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    $folders = foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_tempdb)) {
        $row['physical_name'] -replace '\\[^\\]*$', ''
    }
    return @($folders | Select-Object -Unique)
}
