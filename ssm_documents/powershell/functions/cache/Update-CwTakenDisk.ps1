function Update-CwTakenDisk {
    <#
    .SYNOPSIS
        Corrects "in a pool" of the cache disks that our pool has lost, and that answer: another pool must have them.
    .DESCRIPTION
        The disks were asked before their pool was. One that dropped out meanwhile was in ours: only another pool that
        lists it proves that nothing of the cache is on it any more.
    .PARAMETER Fact
        Get-CwStorageFact's answer as far as it has the pool and its members; pooled of instanceStore is set.
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwTakenDisk -Fact $facts
    .NOTES
        Source: [storage-pools#cannot-pool], [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $lost = @($Fact.members | Where-Object { $_.role -eq 'cache' -and -not $_.here } | ForEach-Object { $_.serial })
    $doubtful = @($Fact.instanceStore | Where-Object { $_.pooled -and $lost -contains $_.serial })
    if ($doubtful.Count -eq 0) {
        return
    }
    $serials = @(foreach ($pool in @($Fact.pools | Where-Object { $_.UniqueId -ne $Fact.pool.UniqueId })) {
            Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber }
        })
    foreach ($disk in $doubtful) {
        $disk.pooled = $serials -contains $disk.serial
    }
}
