function Get-CwInstanceStoreLetter {
    <#
    .SYNOPSIS
        Lists the letters of drives that lie on instance-store disks, be it in part: a stop destroys them.
    .DESCRIPTION
        Partitions of such disks, and of virtual disks in a pool that has one. The data drive's pool is left out: its
        cache is moved before a stop.
    .PARAMETER PoolUniqueId
        The data drive's pool; empty where it isn't known.
    .OUTPUTS
        System.String, letters in order; nothing where there is none
    .EXAMPLE
        Get-CwInstanceStoreLetter -PoolUniqueId $inventory.pool.uniqueId
    .NOTES
        Source: [windows#serial-numbers], [write-cache#tempdb-pool-vanishes].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $PoolUniqueId
    )

    $subsystem = Get-CwStorageSubSystem
    $numbers = @(Get-Disk -StorageSubSystem $subsystem -ErrorAction Stop |
            Where-Object { (ConvertTo-CwSerial -SerialNumber $_.SerialNumber) -clike 'AWS*' } |
            ForEach-Object { $_.Number })
    foreach ($other in @(Get-CwInstanceStorePool -PoolUniqueId $PoolUniqueId)) {
        $pool = $other.pool
        foreach ($space in @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop })) {
            $numbers += @(Find-CwStorageObject -Query { Get-Disk -VirtualDisk $space -ErrorAction Stop } |
                    ForEach-Object { $_.Number })
        }
    }
    Find-CwStorageObject -Query { Get-Partition -StorageSubSystem $subsystem -ErrorAction Stop } |
        Where-Object { $_.DiskNumber -in $numbers -and [int] $_.DriveLetter -ne 0 } |
        ForEach-Object { [string] $_.DriveLetter } | Sort-Object -Unique
}
