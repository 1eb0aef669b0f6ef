function Get-CwStorageJob {
    <#
    .SYNOPSIS
        Lists the storage jobs of this node with their progress.
    .PARAMETER SubSystem
        The local storage subsystem.
    .OUTPUTS
        System.Collections.Hashtable: uniqueId, name, state (number; 7 to 10 are final: Completed, Terminated, Killed,
        Exception), percent, bytesDone, bytesTotal (0 where this Windows doesn't say)
    .EXAMPLE
        Get-CwStorageJob -SubSystem (Get-CwStorageSubSystem)
    .NOTES
        Source: reference 1.2. A job vanishes shortly after its end: no job is no proof of success.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $SubSystem
    )

    $jobs = @(Get-StorageJob -StorageSubsystem $SubSystem -ErrorAction Stop)
    foreach ($job in $jobs) {
        $raw = $job.CimInstanceProperties
        $entry = @{
            uniqueId = [string] $job.UniqueId
            name = [string] $job.Name
            state = [int] $raw['JobState'].Value
            percent = [int] $raw['PercentComplete'].Value
            bytesDone = [long] 0
            bytesTotal = [long] 0
        }
        if ($null -ne $raw['BytesTotal'] -and $null -ne $raw['BytesProcessed']) {
            $entry.bytesDone = [long] $raw['BytesProcessed'].Value
            $entry.bytesTotal = [long] $raw['BytesTotal'].Value
        }
        $entry
    }
}
