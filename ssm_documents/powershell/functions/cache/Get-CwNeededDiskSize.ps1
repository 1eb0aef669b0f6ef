function Get-CwNeededDiskSize {
    <#
    .SYNOPSIS
        Returns how large a disk must be to take a write-back cache: 2 % more than the cache, at least 1 GiB more.
    .DESCRIPTION
        That is the size that Windows shows of a member of a pool. A blank disk is larger by what it loses when it joins:
        0.5 GiB was seen, 2 GiB are demanded, so that what is built can be evacuated.
    .PARAMETER CacheBytes
        Size of the cache.
    .PARAMETER Blank
        The disk is blank, and storage is to be built on it.
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
        [Parameter(Mandatory)] [long] $CacheBytes,
        [switch] $Blank
    )

    return $CacheBytes + [Math]::Max(1GB, [long] ($CacheBytes / 50)) + 2GB * [int] [bool] $Blank
}
