function Confirm-CwDisposable {
    <#
    .SYNOPSIS
        Guarantees that nothing of value is on this node, and returns the disks that may be used up.
    .DESCRIPTION
        Refuses where SQL Server is installed, running or not; where Windows is a node of a failover cluster; where
        CacheWarden was at work; where any pool is there, whoever made it; and where a disk is neither the system's nor
        blank instance store nor one of the named, blank volumes. Blank is a disk that may join a pool and has neither a
        partition table nor a partition. A file system on the bare disk isn't seen: who names a volume answers for it.
    .PARAMETER Volume
        Ids of the EBS volumes that the tries may use up.
    .OUTPUTS
        System.Collections.Hashtable: ebs (by serial number: uniqueId, sizeBytes, instance), nvme (the same for the
        first instance-store disk, and serial), subsystem
    .EXAMPLE
        Confirm-CwDisposable -Volume 'vol-0123456789abcdef0', 'vol-0123456789abcdef1', 'vol-0123456789abcdef2'
    .NOTES
        Source: [storage-pools#cannot-pool], [storage-pools#partition-style], [windows#serial-numbers]. The absence of
        SQL Server's services is the proof that no database is here.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string[]] $Volume
    )

    Confirm-CwVacantNode
    $subsystem = Get-CwStorageSubSystem
    $pools = @(Find-CwStorageObject -Query {
            Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
        })
    if ($pools.Count -gt 0) {
        Stop-CwAction -Code 'CW1061' -Outcome 'unsafe' -Message "The storage pool $($pools[0].FriendlyName) is here."
    }
    $serials = @($Volume | ForEach-Object { $_ -replace '^vol-', 'vol' })
    if ($serials.Count -lt 3 -or @($serials | Select-Object -Unique).Count -ne $serials.Count) {
        Stop-CwAction -Code 'CW1062' -Outcome 'refused' -Message (
            "$($serials.Count) volumes are named, expected two data volumes and a Swap volume, each once.")
    }
    $system = @()
    $raw = @()
    foreach ($disk in @(Get-Disk -ErrorAction Stop)) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        if ($disk.IsBoot -or $disk.IsSystem) {
            $system += $serial
        }
        elseif ($disk.CimInstanceProperties['PartitionStyle'].Value -eq 0 -and $disk.NumberOfPartitions -eq 0) {
            $raw += $serial
        }
    }
    foreach ($disk in @(Get-PhysicalDisk -StorageSubsystem $subsystem -ErrorAction Stop)) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        if ($system -contains $serial) {
            continue
        }
        if ($serials -notcontains $serial -and $serial -cnotlike 'AWS*') {
            Stop-CwAction -Code 'CW1063' -Outcome 'unsafe' -Message "The disk $serial is here, and nobody named it."
        }
        if (-not $disk.CanPool -or $raw -notcontains $serial) {
            Stop-CwAction -Code 'CW1063' -Outcome 'unsafe' -Message "The disk $serial isn't blank."
        }
    }
    $nvme = @(Get-CwInstanceStore -SubSystem $subsystem | Where-Object { $_.free })
    if ($nvme.Count -eq 0) {
        Stop-CwAction -Code 'CW1032' -Outcome 'unsafe' -Message 'No blank instance-store disk is here.'
    }
    return @{
        subsystem = $subsystem
        ebs = Get-CwBlankEbsDisk -SubSystem $subsystem -Serial $serials
        nvme = $nvme[0]
    }
}
