function Save-CwTempdbFile {
    <#
    .SYNOPSIS
        Remembers what SQL Server says of the tempdb drive: tempdb's files, sizes and folders, and whether others are
        there.
    .DESCRIPTION
        The boot task makes the folders again on an empty drive. While SQL Server is stopped, a file on that drive which
        isn't tempdb's may be a database's, that a stop of the instance would destroy. Where the drive can't be read,
        what it said last counts until it runs again: then it writes tempdb's files anew, which shows in their times.
        Where a disk of the drive dies, this is what is known of it.
    .PARAMETER Inventory
        The inventory, or null.
    .PARAMETER Sql
        Get-CwSqlEvidence's answer, taken while SQL Server ran, and apart (Get-CwApartInstance).
    .PARAMETER BootId
        This boot of Windows.
    .PARAMETER Stopped
        SQL Server was stopped since.
    .OUTPUTS
        None; what can't be written is told in the log, and isn't known later.
    .EXAMPLE
        Save-CwTempdbFile -Inventory $inventory -Sql $evidence -BootId '638'
    .NOTES
        Source: [sql-server#tempdb-folders], [windows#write-time].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Sql,
        [Parameter(Mandatory)] [string] $BootId,
        [switch] $Stopped
    )

    if ($null -eq $Inventory -or $null -eq $Sql.tempdbFiles) {
        return
    }
    try {
        $files = @($Sql.tempdbFiles)
        $state = [ordered] @{ seenAt = ConvertTo-CwTimestamp -Time (Get-CwTime); bootId = $BootId }
        $state['systemDatabases'] = $null
        $state['userDatabases'] = $null
        $state['writeTimes'] = $null
        $state['disks'] = $null
        $state['bytes'] = $null
        $state['clustered'] = @($Sql.instances | Where-Object { $_['clustered'] } | ForEach-Object { $_.name })
        $former = Get-CwRememberedFile
        if ($null -ne $former) {
            $silent = @($Sql.instances | Where-Object { -not $_.Contains('clustered') } | ForEach-Object { $_.name })
            $state['clustered'] += @(Get-CwPlannedValue -Plan $former -Name 'clustered' -Default @() |
                    Where-Object { $silent -contains $_ })
        }
        $unasked = $null -eq $Sql.filesOnCache -or $Sql.disabled.Count -gt 0
        if ($null -eq $Sql.filesOnCache) {
            # Another instance couldn't be asked; what it once said of its tempdb is still that.
            if ($null -ne $former) {
                $files = @($files + @($former.tempdb) | Select-Object -Unique)
                $state['systemDatabases'] = $former.systemDatabases
            }
        }
        else {
            $state['systemDatabases'] = $Sql.filesOnCache.systemDatabases
            $state['bytes'] = $Sql.tempdbBytes
            # A disabled instance can't be asked, and may have a database there: then only a look at the drive counts.
            $alone = $Sql.disabled.Count -eq 0
            if (-not $alone -and $null -ne $former) {
                # Its own tempdb stays where it was.
                $files = @($files + @(Select-CwPresentFile -Path @($former.tempdb)) | Select-Object -Unique)
            }
            if ($alone) {
                $state['userDatabases'] = $Sql.filesOnCache.userDatabasesOnTempdb
            }
            if ($Stopped -and $alone -and $Sql.filesOnCache.userDatabasesOnTempdb -eq 0) {
                $state['writeTimes'] = Get-CwWriteTime -Path $files
            }
        }
        $state['tempdb'] = $files
        $state['apart'] = @($Sql['apart'] | Where-Object { $null -ne $_ })
        if ($Stopped -and $null -ne $former) {
            $state['disks'] = @(Get-CwPlannedValue -Plan $former -Name 'disks' -Default @())
        }
        elseif ($null -ne $Inventory.tempdb) {
            $state['disks'] = @(Get-CwTempdbDisk -Letter $Inventory.tempdb.letter)
        }
        Write-CwStateFile -Name 'files' -Content $state
        # A copy that tells of a building (Get-CwBuildingDoubt) must not become the file.
        if ($null -ne $Inventory.tempdb -and -not $Inventory.building) {
            $folders = @($files | Where-Object { $_ -like "$($Inventory.tempdb.letter):\*" } |
                    ForEach-Object { $_ -replace '\\[^\\]*$', '' })
            if ($unasked) {
                $folders += @($Inventory.tempdb.folders)
            }
            $folders = @($folders | Sort-Object -Unique)
            if ($folders.Count -gt 0 -and ($folders -join '|') -ne (@($Inventory.tempdb.folders) -join '|')) {
                $Inventory.tempdb.folders = $folders
                Write-CwStateFile -Name 'inventory' -Content $Inventory
            }
        }
    }
    catch {
        Write-CwLog -Message "tempdb's files not written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
