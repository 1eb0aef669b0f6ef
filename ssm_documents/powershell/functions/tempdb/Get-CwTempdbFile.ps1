function Get-CwTempdbFile {
    <#
    .SYNOPSIS
        Lists the files of an instance's tempdb with their configured sizes.
    .PARAMETER Connection
        An open connection to the instance.
    .OUTPUTS
        System.Collections.Hashtable: path, bytes (at the next start of SQL Server)
    .EXAMPLE
        Get-CwTempdbFile -Connection $connection
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_tempdb)) {
        @{ path = [string] $row['physical_name']; bytes = 8192 * [long] $row['size'] }
    }
}
