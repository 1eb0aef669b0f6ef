function Get-CwNeededDiskSize {
    <#
    .SYNOPSIS
        Returns how large a disk must be to take a write-back cache: 2 % more than the cache, at least 1 GiB more.
    .DESCRIPTION
        That is the size that Windows shows of a member of a pool. A blank disk is larger by what it loses then:
        Confirm-CwStoragePlan demands that, too.
    .PARAMETER CacheBytes
        Size of the cache.
    .OUTPUTS
        System.Int64, bytes
    .EXAMPLE
        Get-CwNeededDiskSize -CacheBytes 100GB
    .NOTES
        Source: [write-cache#move-room], [storage-pools#pooled-size].
    #>
    [CmdletBinding()]
    [OutputType([long])]
    param(
        [Parameter(Mandatory)] [long] $CacheBytes
    )

    return $CacheBytes + [Math]::Max(1GB, [long] ($CacheBytes / 50))
}
