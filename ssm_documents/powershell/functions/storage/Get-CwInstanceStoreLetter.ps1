function Get-CwInstanceStoreLetter {
    <#
    .SYNOPSIS
        Lists the letters of drives that lie on instance-store disks, be it in part: a stop destroys them.
    .DESCRIPTION
        Partitions of such disks, and of virtual disks in a pool that has one. The data drive's pool is left out: its
        cache is moved before a stop.
    .PARAMETER SubSystem
        The local storage subsystem.
    .PARAMETER OtherPool
        The pools other than the data drive's that have such a disk (Get-CwInstanceStorePool).
    .OUTPUTS
        System.String, letters in order; nothing where there is none
    .EXAMPLE
        Get-CwInstanceStoreLetter -SubSystem $facts.subsystem -OtherPool $facts.otherPools
    .NOTES
        Source: [windows#serial-numbers], [write-cache#tempdb-pool-vanishes].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $SubSystem,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $OtherPool
    )

    $numbers = @(Get-Disk -StorageSubSystem $SubSystem -ErrorAction Stop |
            Where-Object { (ConvertTo-CwSerial -SerialNumber $_.SerialNumber) -clike 'AWS*' } |
            ForEach-Object { $_.Number })
    foreach ($other in $OtherPool) {
        $pool = $other.pool
        foreach ($space in @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop })) {
            $numbers += @(Find-CwStorageObject -Query { Get-Disk -VirtualDisk $space -ErrorAction Stop } |
                    ForEach-Object { $_.Number })
        }
    }
    Find-CwStorageObject -Query { Get-Partition -StorageSubSystem $SubSystem -ErrorAction Stop } |
        Where-Object { $_.DiskNumber -in $numbers -and [int] $_.DriveLetter -ne 0 } |
        ForEach-Object { [string] $_.DriveLetter } | Sort-Object -Unique
}
