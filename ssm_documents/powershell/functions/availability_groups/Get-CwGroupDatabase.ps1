function Get-CwGroupDatabase {
    <#
    .SYNOPSIS
        Finds a database of an Availability Group by its ids, and what this instance has of it.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Wanted
        group, database (ids).
    .OUTPUTS
        System.Collections.Hashtable: name, localId (0: nothing here), state (0 ONLINE, 1 RESTORING, 3 RECOVERY_PENDING,
        4 SUSPECT, -1 nothing here), inGroup, files (paths); an unknown one ends the action with CW2022
    .EXAMPLE
        Get-CwGroupDatabase -Selection $selection -Wanted $wanted
    .NOTES
        Source: [reseeding#guards].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [hashtable] $Wanted
    )

    foreach ($row in @(Invoke-CwSqlQuery -Connection $Selection.connection -Text $CwSql.group_databases)) {
        if ($row['group_id'] -eq $Wanted.group -and $row['group_database_id'] -eq $Wanted.database) {
            $database = @{
                name = [string] $row['database_name']
                localId = [int] $row['local_id']
                state = [int] $row['state']
                inGroup = [int] $row['in_group'] -eq 1
                files = @()
            }
            if ($database.localId -gt 0) {
                $query = @{ Text = $CwSql.database_files; Parameter = @{ database_id = $database.localId } }
                $database.files = @(Invoke-CwSqlQuery -Connection $Selection.connection @query |
                        ForEach-Object { [string] $_['physical_name'] })
            }
            return $database
        }
    }
    Stop-CwAction -Code 'CW2022' -Outcome 'unsafe' -Message (
        "Database $($Wanted.database) of $($Wanted.group) is unknown.")
}
