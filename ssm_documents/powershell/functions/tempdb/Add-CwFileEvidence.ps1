function Add-CwFileEvidence {
    <#
    .SYNOPSIS
        Adds where one SQL Server instance has its files to the node's evidence.
    .PARAMETER Evidence
        The evidence that is added to.
    .PARAMETER Instance
        Get-CwSqlInstance's answer for the instance; clustered is set.
    .PARAMETER Connection
        An open connection to the instance.
    .PARAMETER Letter
        Drive letters of data and tempdb, and of further drives that a stop destroys.
    .OUTPUTS
        None
    .EXAMPLE
        Add-CwFileEvidence -Evidence $evidence -Instance $instance -Connection $connection -Letter 'D', 'S'
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Evidence,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance,
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [string[]] $Letter
    )

    if ($null -eq $Evidence['filesOnCache']) {
        $Evidence['filesOnCache'] = [ordered] @{ systemDatabases = 0; userDatabasesOnTempdb = 0 }
        $Evidence['tempdbFiles'] = @()
        $Evidence['tempdbBytes'] = [long] 0
    }
    $further = @($Letter | Select-Object -Skip 2)
    if ($further.Count -eq 0) {
        # No drive has this letter.
        $further = @('?')
    }
    $paths = @{
        data_path = "$($Letter[0]):\%"
        tempdb_path = "$($Letter[1]):\%"
        further_paths = "[$(-join $further)]:\%"
    }
    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_files -Parameter $paths)) {
        $Evidence['filesOnCache'].systemDatabases += [int] $row['system_databases']
        $Evidence['filesOnCache'].userDatabasesOnTempdb += [int] $row['user_databases_on_tempdb']
        $Instance['clustered'] = [int] $row['is_clustered'] -eq 1
    }
    $files = @(Get-CwTempdbFile -Connection $Connection)
    $Evidence['tempdbFiles'] = @(@($Evidence['tempdbFiles']) + @($files | ForEach-Object { $_.path }) |
            Select-Object -Unique)
    foreach ($file in @($files | Where-Object { $_.path -like "$($Letter[1]):\*" })) {
        $Evidence['tempdbBytes'] += $file.bytes
    }
}
