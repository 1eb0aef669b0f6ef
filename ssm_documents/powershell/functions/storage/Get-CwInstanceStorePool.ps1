function Get-CwInstanceStorePool {
    <#
    .SYNOPSIS
        Lists the pools other than the data drive's that have an instance-store disk.
    .PARAMETER PoolUniqueId
        The data drive's pool; empty where it isn't known.
    .OUTPUTS
        System.Collections.Hashtable: pool (MSFT_StoragePool), mixed (it has other disks, too: a cache of its own, or
        data on both kinds), told (for people)
    .EXAMPLE
        Get-CwInstanceStorePool -PoolUniqueId $inventory.pool.uniqueId
    .NOTES
        Source: [windows#serial-numbers], [write-cache#tempdb-pool-vanishes].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $PoolUniqueId
    )

    $subsystem = Get-CwStorageSubSystem
    $pools = @(Find-CwStorageObject -Query {
            Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
        } | Where-Object { $_.UniqueId -ne $PoolUniqueId })
    foreach ($pool in $pools) {
        $serials = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber })
        $local = @($serials | Where-Object { $_ -clike 'AWS*' })
        if ($local.Count -gt 0) {
            @{
                pool = $pool
                mixed = $local.Count -lt $serials.Count
                told = "pool $(ConvertTo-CwAsciiJson -InputObject ([string] $pool.FriendlyName)) " +
                    "($($serials -join ', '))"
            }
        }
    }
}
