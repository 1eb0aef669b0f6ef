function Get-CwStrayFile {
    <#
    .SYNOPSIS
        Says which files lie where a stop destroys them, or where no drive is.
    .DESCRIPTION
        SQL Server may not know them: files of a database that was detached, or of an instance that is disabled.
    .PARAMETER Letter
        The letters of drives on instance store.
    .PARAMETER Tempdb
        Paths of tempdb's files.
    .OUTPUTS
        System.String, a sentence for each finding
    .EXAMPLE
        Get-CwStrayFile -Letter 'S' -Tempdb $found.tempdb
    .NOTES
        Source: [sql-server#tempdb-folders], [windows#letters-move].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Letter,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Tempdb
    )

    foreach ($drive in $Letter) {
        try {
            $foreign = @(Find-CwForeignFile -Letter $drive -Known $Tempdb)
            if ($foreign.Count -gt 0) {
                "a stop of the instance destroys $($foreign[0]), which isn't tempdb's; such files on drive " +
                    "${drive}: $($foreign.Count), counted up to 10"
            }
        }
        catch {
            "what lies on drive ${drive}: isn't known: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
    # The data and the tempdb drive have no part in this question: no drive is called ?:.
    $sql = Get-CwSqlEvidence -Letter (@('?', '?') + @(Get-CwVacantLetter)) -FilesOnly
    if ($null -ne $sql.filesOnCache) {
        $away = $sql.filesOnCache.systemDatabases + $sql.filesOnCache.userDatabasesOnTempdb
        if ($away -gt 0) {
            "SQL Server has files of $away databases under letters that no drive has: if they are on the data " +
                'drive, give it its letter back and start this document again'
        }
    }
}
