function Get-CwStorageJob {
    <#
    .SYNOPSIS
        Lists the storage jobs that can be seen from this node, with their progress.
    .DESCRIPTION
        Without a scope, on purpose: which objects a job is associated with isn't documented, and a job that isn't seen
        would look like a finished one. On a cluster node another node's job may be among them; it is waited for.
    .OUTPUTS
        System.Collections.Hashtable: uniqueId, name, state (number; 7 to 10 are final: Completed, Terminated, Killed,
        Exception), percent, bytesDone, bytesTotal (0 where this Windows doesn't say)
    .EXAMPLE
        Get-CwStorageJob
    .NOTES
        Source: [storage-pools#jobs].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    foreach ($job in @(Get-StorageJob -ErrorAction Stop)) {
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
