function Get-CwTempdbDrive {
    <#
    .SYNOPSIS
        Says what lies on the tempdb drive, and on others that a stop destroys, beside tempdb.
    .DESCRIPTION
        SQL Server doesn't know all of it: backups, for example, and databases that are detached. Where it can't be
        asked, each file that isn't known as one of tempdb's may belong to a database. Where a folder can't be listed,
        what SQL Server said at its stop counts as long as it hasn't run since: no person could save a file from there
        either. Where a disk of the drive doesn't answer any more nobody can look: then it counts that SQL Server had
        seen no database there, or that Windows has started since and the disk still doesn't answer: what it held is
        lost, whatever becomes of the instance.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Disk
        The instance-store disks that answer (Get-CwInstanceStore).
    .PARAMETER Letter
        Drive letters (Get-CwDriveLetter).
    .PARAMETER Tempdb
        Paths of tempdb's files as SQL Server says them now; those that it said last are known, too.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: seenAt (when SQL Server was asked last, null for never),
        systemDatabases (as it said then: those on the data or tempdb drive; null where it didn't), foreignFiles
        (number, at most 10; null where the drive can't be read), foreignFile (one of them), lostDisk (serial number of
        a disk of the drive that doesn't answer, or null)
    .EXAMPLE
        (Get-CwTempdbDrive -Inventory $inventory -Disk $facts.instanceStore -Letter 'D', 'S').foreignFiles
    .NOTES
        Source: [windows#write-time], [sql-server#tempdb-folders], [write-cache#lost-or-missing] (disks may come late
        after a boot).
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Disk,
        [Parameter(Mandatory)] [string[]] $Letter,
        [string[]] $Tempdb = @()
    )

    $drive = [ordered] @{ seenAt = $null; systemDatabases = $null; foreignFiles = $null; foreignFile = $null }
    $drive['lostDisk'] = $null
    $known = $null
    try {
        $known = Read-CwStateFile -Name 'files'
        if ($null -ne $known) {
            $drive.seenAt = $known.seenAt
            $drive.systemDatabases = $known.systemDatabases
            $Tempdb = @($Tempdb) + @($known.tempdb)
        }
        $letters = @($Letter | Where-Object { $_ -ne $Inventory.virtualDisk.letter })
        if ($letters.Count -eq 0) {
            $drive.foreignFiles = 0
            return $drive
        }
        $lost = @(Get-CwLostTempdbDisk -Known $known -Disk $Disk)
        if ($lost.Count -gt 0) {
            $drive.lostDisk = $lost[0]
            $machine = Get-CwHost
            $late = ((Get-CwTime) - $machine.bootedAt).TotalSeconds -lt 180
            $none = $known.systemDatabases -eq 0 -and $known.userDatabases -eq 0
            if ($none -or ($known.bootId -ne $machine.bootId -and -not $late)) {
                # That drive is given up; what lies on others isn't.
                $letters = @($letters |
                        Where-Object { $null -eq $Inventory.tempdb -or $_ -ne $Inventory.tempdb.letter })
            }
            else {
                return $drive
            }
        }
        $foreign = @($letters | ForEach-Object { Find-CwForeignFile -Letter $_ -Known $Tempdb } |
                Select-Object -First 10)
        $drive.foreignFiles = $foreign.Count
        if ($foreign.Count -gt 0) {
            $drive.foreignFile = $foreign[0]
        }
    }
    catch {
        Write-CwLog -Message "the tempdb drive can't be read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        try {
            $times = $null
            if ($null -ne $known) {
                $times = Get-CwPlannedValue -Plan $known -Name 'writeTimes' -Default $null
            }
            if ($null -ne $times -and $known.systemDatabases -eq 0 -and
                (Get-CwWriteTime -Path @($known.tempdb)) -ceq $times) {
                $drive.foreignFiles = 0
            }
        }
        catch {
            Write-CwLog -Message "nor can tempdb's files: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
    return $drive
}
