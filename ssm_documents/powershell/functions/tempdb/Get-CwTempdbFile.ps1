function Get-CwTempdbFile {
    <#
    .SYNOPSIS
        Lists the files of an instance's tempdb.
    .PARAMETER Connection
        An open connection to the instance.
    .OUTPUTS
        System.String, full paths
    .EXAMPLE
        Get-CwTempdbFile -Connection $connection
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_tempdb)) {
        [string] $row['physical_name']
    }
}
