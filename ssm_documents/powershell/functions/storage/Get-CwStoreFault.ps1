function Get-CwStoreFault {
    <#
    .SYNOPSIS
        Says why a stop might destroy something on a node that has no pool and no write-back cache.
    .DESCRIPTION
        A drive on instance store may have tempdb, if SQL Server itself says that nothing else of it lies there, no
        other file is found, and a task of somebody's runs at every start of Windows, which makes the drive again. That
        task is left alone. What can't be told is a reason, too.
    .PARAMETER SubSystem
        The local storage subsystem.
    .PARAMETER Volume
        Get-CwInstanceStoreVolume's answer.
    .PARAMETER InUse
        How many instance-store disks aren't blank.
    .OUTPUTS
        System.String for each reason; nothing where a stop destroys nothing that a start doesn't make again
    .EXAMPLE
        @(Get-CwStoreFault -SubSystem $own -Volume $volumes -InUse 1).Count -eq 0
    .NOTES
        Only the cluster's subsystem shows a pool that the cluster took in, and its disks; maybe other nodes' pools,
        too.
        Source: [sql-server#tempdb-folders], [windows#links],
        [failover-cluster#storage-views].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $SubSystem,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Volume,
        [Parameter(Mandatory)] [int] $InUse
    )

    $pools = @(Find-CwStorageObject -Query { Get-StoragePool -IsPrimordial $false -ErrorAction Stop } |
            Where-Object { $_.IsClustered })
    if ($pools.Count -gt 0) {
        "$($pools.Count) storage pools of the failover cluster, which may have this node's instance store"
    }
    $unknown = @(Get-PhysicalDisk -StorageSubsystem $SubSystem -ErrorAction Stop |
            Where-Object { (ConvertTo-CwSerial -SerialNumber $_.SerialNumber) -cnotmatch '^(AWS|vol[0-9a-f]+$)' })
    if ($unknown.Count -gt 0) {
        "$($unknown.Count) disks whose serial numbers don't say whether they are instance store"
    }
    $letters = @($Volume | ForEach-Object { $_.letter } | Where-Object { $_ -ne '' } | Sort-Object -Unique)
    $unseen = $InUse - @($Volume | ForEach-Object { $_.disk } | Sort-Object -Unique).Count
    if ($unseen -gt 0) {
        "$unseen instance-store disks, which aren't blank and have no drive"
    }
    if ($letters.Count -eq 0) {
        return
    }
    try {
        $sql = Get-CwSqlEvidence -Letter (@('?', '?') + $letters) -FilesOnly
        if ($null -eq $sql.filesOnCache) {
            "what lies on drive $($letters -join ', '): can't be told while an instance of SQL Server doesn't run"
            return
        }
        if ($sql.filesOnCache.systemDatabases + $sql.filesOnCache.userDatabasesOnTempdb -gt 0) {
            "files of databases on drive $($letters -join ', '):"
        }
        foreach ($letter in $letters) {
            $foreign = @(Find-CwForeignFile -Letter $letter -Known @($sql.tempdbFiles))
            if ($foreign.Count -gt 0) {
                "$($foreign[0]), which isn't tempdb's"
            }
        }
        if (@(Get-CwOwnersTask).Count -eq 0) {
            "drive $($letters -join ', '):, which no task makes again at a start of Windows"
        }
    }
    catch {
        "what lies on drive $($letters -join ', '): isn't known: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
