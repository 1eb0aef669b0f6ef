function Confirm-CwStoreUse {
    <#
    .SYNOPSIS
        Guarantees that drives on instance store hold nothing but tempdb, and says which of them has it.
    .DESCRIPTION
        SQL Server is asked. Where an instance doesn't run or answer, or is disabled, a file that isn't known as one of
        tempdb's may belong to a database.
    .PARAMETER Letter
        The letters of these drives.
    .OUTPUTS
        System.String, paths of tempdb's files, on whatever drive, as far as they are known; otherwise the action ends
        with CW1044 or CW1069.
    .EXAMPLE
        $tempdb = @(Confirm-CwStoreUse -Letter 'S')
    .NOTES
        Source: [sql-server#placement], [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Letter
    )

    # The data drive has no part in this question: no drive is called ?:.
    $sql = Get-CwSqlEvidence -Letter (@('?') + @($Letter) + @('?')) -FilesOnly
    $tempdb = @($sql.tempdbFiles | Where-Object { $null -ne $_ })
    $files = $sql.filesOnCache
    if ($null -ne $files -and $files.systemDatabases + $files.userDatabasesOnTempdb -gt 0) {
        Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message (
            "On instance-store drives ($($Letter -join ', ')) lie files of $($files.systemDatabases) " +
            "system databases and $($files.userDatabasesOnTempdb) others.")
    }
    if ($null -eq $files -or $sql.disabled.Count -gt 0) {
        try {
            $known = Read-CwStateFile -Name 'files'
            if ($null -ne $known) {
                $tempdb = @($tempdb + @($known.tempdb) | Select-Object -Unique)
            }
        }
        catch {
            Write-CwLog -Message "tempdb's files unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
        foreach ($drive in $Letter) {
            $foreign = @(Find-CwForeignFile -Letter $drive -Known $tempdb)
            if ($foreign.Count -gt 0) {
                Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message (
                    "An instance of SQL Server doesn't run or answer, or is disabled; nobody knows $($foreign[0]) " +
                    'on an instance-store disk: start SQL Server in Services first.')
            }
        }
    }
    if ($Letter.Count -gt 0) {
        Confirm-CwDriveUse -Letter $Letter
    }
    return $tempdb
}
