function Get-CwTempdbDrive {
    <#
    .SYNOPSIS
        Says what lies on the tempdb drive where SQL Server can't be asked.
    .DESCRIPTION
        What SQL Server said last counts as long as it hasn't run since. Else each file that isn't known as one of
        tempdb's may belong to a database.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: seenAt (when SQL Server was asked last, null for never),
        systemDatabases (as it said then: those on the data or tempdb drive; null where it didn't), foreignFiles
        (number, at most 10; null where the drive can't be read), foreignFile (one of them)
    .EXAMPLE
        (Get-CwTempdbDrive -Inventory $inventory).foreignFiles
    .NOTES
        Source: [windows#write-time], [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $drive = [ordered] @{ seenAt = $null; systemDatabases = $null; foreignFiles = $null; foreignFile = $null }
    try {
        $tempdb = @()
        $known = Read-CwStateFile -Name 'files'
        if ($null -ne $known) {
            $drive.seenAt = $known.seenAt
            $drive.systemDatabases = $known.systemDatabases
            $tempdb = @($known.tempdb)
        }
        if ($null -eq $Inventory.tempdb) {
            $drive.foreignFiles = 0
            return $drive
        }
        if ($null -ne $known -and $null -ne $known.writeTimes) {
            if ((Get-CwWriteTime -Path $tempdb) -ceq $known.writeTimes) {
                $drive.foreignFiles = 0
                return $drive
            }
        }
        $foreign = @(Find-CwForeignFile -Letter $Inventory.tempdb.letter -Known $tempdb)
        $drive.foreignFiles = $foreign.Count
        if ($foreign.Count -gt 0) {
            $drive.foreignFile = $foreign[0]
        }
    }
    catch {
        Write-CwLog -Message "the tempdb drive can't be read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    return $drive
}
