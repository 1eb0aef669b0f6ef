function Get-CwInstanceStorePool {
    <#
    .SYNOPSIS
        Tells those of the pools, other than the data drive's, that have an instance-store disk.
    .PARAMETER Pool
        All pools of the local subsystem (Get-CwStorageFact).
    .PARAMETER PoolUniqueId
        The data drive's pool; empty where it isn't known.
    .OUTPUTS
        System.Collections.Hashtable: pool (MSFT_StoragePool), mixed (it has other disks, too: a cache of its own, or
        data on both kinds), told (for people)
    .EXAMPLE
        Get-CwInstanceStorePool -Pool $facts.pools -PoolUniqueId $inventory.pool.uniqueId
    .NOTES
        Source: [windows#serial-numbers], [write-cache#tempdb-pool-vanishes].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Pool,
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $PoolUniqueId
    )

    foreach ($other in @($Pool | Where-Object { $_.UniqueId -ne $PoolUniqueId })) {
        $serials = @(Get-PhysicalDisk -StoragePool $other -ErrorAction Stop |
                ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber })
        $local = @($serials | Where-Object { $_ -clike 'AWS*' })
        if ($local.Count -gt 0) {
            @{
                pool = $other
                mixed = $local.Count -lt $serials.Count
                told = "pool $(ConvertTo-CwAsciiJson -InputObject ([string] $other.FriendlyName)) " +
                    "($($serials -join ', '))"
            }
        }
    }
}
