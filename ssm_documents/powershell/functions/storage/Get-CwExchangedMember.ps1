function Get-CwExchangedMember {
    <#
    .SYNOPSIS
        Says which EBS volume of the pool has left it, with another one in its place beside volumes that stayed.
    .DESCRIPTION
        One that was made from a snapshot has its place by the pool's metadata, and holds what was there at another
        moment. SQL Server would write to the volumes that stayed, and make the one that left worthless, too. A pool of
        which nothing stayed is a whole set that was restored; one that lacks none was extended; and one that a person
        exchanged within Storage Spaces looks the same as a copy. The Swap volume counts while the cache is on it. A
        cache disk that is gone excuses nothing: it may have joined the pool, as Journal, without holding anything yet.
        Where it took the cache along, only a pool with its former volumes proves that.
    .PARAMETER Member
        The pool's members (Get-CwPoolMember).
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.String, or null
    .EXAMPLE
        Get-CwExchangedMember -Member $facts.members -Inventory $inventory
    .NOTES
        Source: [storage-pools#member-of-another-moment], [storage-pools#pool-moves], [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Member,
        [Parameter(Mandatory)] [object] $Inventory
    )

    $caches = @($Member | Where-Object { $_.role -eq 'cache' })
    $cache = @($caches | Where-Object { $_.here })
    $roles = @('data')
    if ($cache.Count -eq 0) {
        $roles += 'swap'
    }
    $new = @($Member | Where-Object { $_.role -eq 'unknown' -and $_.serial -clike 'vol*' })
    $stayed = @($cache) + @($Member | Where-Object { $_.role -in $roles })
    $listed = @($Member | ForEach-Object { $_.serial; $_.uniqueId })
    $left = @($Inventory.members | Where-Object {
            $_.role -in $roles -and $listed -notcontains $_.serial -and $listed -notcontains $_.uniqueId
        })
    if ($new.Count -eq 0 -or $left.Count -eq 0 -or $stayed.Count -eq 0) {
        return $null
    }
    $told = "the pool lacks $(@($left | ForEach-Object { $_.serial }) -join ', ') of the inventory and has " +
        "$(@($new | ForEach-Object { $_.serial }) -join ', ') instead, perhaps of another moment than the rest"
    foreach ($lost in @($caches | Where-Object { -not $_.here })) {
        $told += "; cache disk $($lost.serial) is gone; whether the cache went with it shows with the former volumes"
    }
    return $told
}
