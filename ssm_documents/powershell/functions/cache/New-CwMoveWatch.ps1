function New-CwMoveWatch {
    <#
    .SYNOPSIS
        Starts to measure a move of the cache: how far, how fast, and since when nothing moves.
    .DESCRIPTION
        The slower of Swap volume and instance sets the pace, and neither is known here: a move that makes progress
        may take as long as it needs. Where nothing is seen to move, because Windows lists no job or lets it wait its
        turn, the limit is twice what the slowest instance with instance store would need. Under load that is
        the limit of the whole move, and it is given up sooner: it only has to go on without the load.
    .PARAMETER CacheBytes
        Bytes to move.
    .PARAMETER UnderLoad
        SQL Server writes meanwhile.
    .OUTPUTS
        System.Collections.Hashtable
    .EXAMPLE
        New-CwMoveWatch -CacheBytes 100GB
    .NOTES
        Source: [write-cache#copies-everything], [write-cache#slowest-move].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [long] $CacheBytes,
        [switch] $UnderLoad
    )

    $patience = @{ stall = 600; restarts = 5 }
    if ($UnderLoad) {
        $patience = @{ stall = 300; restarts = 2 }
    }
    return @{
        seenAt = Get-CwTime
        seconds = 0
        idleSeconds = 0
        workSeconds = 0
        underLoad = $UnderLoad.IsPresent
        stallSeconds = $patience.stall
        restartsMax = $patience.restarts
        limitSeconds = [Math]::Max(900, 40 * $CacheBytes / 1GB)
        remainingSeconds = 4 * $CacheBytes / 1GB
        totalBytes = $CacheBytes
        doneBytes = [long] 0
        jobs = @()
        restarts = 0
    }
}
