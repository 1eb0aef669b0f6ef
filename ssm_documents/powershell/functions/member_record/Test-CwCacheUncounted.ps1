function Test-CwCacheUncounted {
    <#
    .SYNOPSIS
        Says whether Windows counts no write-back cache on the disks that have it.
    .DESCRIPTION
        While both the instance-store disk and the Swap volume are in the pool, the cache lies on the two: where each
        has less than half of it counted, Windows counts none.
    .PARAMETER Member
        The pool's members (Get-CwPoolMember).
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.Boolean, or null where the two aren't both there
    .EXAMPLE
        Test-CwCacheUncounted -Member $facts.members -Inventory $inventory
    .NOTES
        Source: [write-cache#allocated], [write-cache#extents], [write-cache#footprint].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Member,
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory
    )

    $swap = @($Member | Where-Object { $_.role -eq 'swap' -and $_.here })
    $cache = @($Member | Where-Object { $_.role -eq 'cache' -and $_.here })
    if ($swap.Count -ne 1 -or $cache.Count -ne 1) {
        return $null
    }
    $half = $Inventory.virtualDisk.writeCacheBytes / 2
    return $swap[0].countedBytes -lt $half -and $cache[0].countedBytes -lt $half
}
