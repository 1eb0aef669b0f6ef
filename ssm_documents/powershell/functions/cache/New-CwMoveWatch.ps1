function New-CwMoveWatch {
    <#
    .SYNOPSIS
        Starts to measure a move of the cache: how far, how fast, how long it may take.
    .PARAMETER CacheBytes
        Bytes to move.
    .OUTPUTS
        System.Collections.Hashtable
    .EXAMPLE
        New-CwMoveWatch -CacheBytes 100GB
    .NOTES
        Source: [write-cache#copies-everything]: three times that, at least 15 minutes, is the limit.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [long] $CacheBytes
    )

    $now = Get-CwTime
    $expectedSeconds = 4 * $CacheBytes / 1GB
    return @{
        startedAt = $now
        limitAt = $now.AddSeconds([Math]::Max(900, 3 * $expectedSeconds))
        limitSeconds = [Math]::Max(900, 3 * $expectedSeconds)
        remainingSeconds = $expectedSeconds
        totalBytes = $CacheBytes
        doneBytes = [long] 0
        progressAt = $now
        stallSeconds = 600
    }
}
