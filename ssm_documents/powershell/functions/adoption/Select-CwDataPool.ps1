function Select-CwDataPool {
    <#
    .SYNOPSIS
        Returns the one pool of this node that has EBS volumes, and guarantees that it may be looked into.
    .DESCRIPTION
        A pool of instance-store disks alone is the tempdb drive's. Of several others only the volumes that a person has
        named tell which is meant; names of pools are labels. Whatever the others are: none may have a cache of its own.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Serial
        Serial numbers of volumes that are named as the pool's; none where nobody named any.
    .OUTPUTS
        MSFT_StoragePool; otherwise the action ends with CW1020, CW1025, CW1026, CW1027, CW1064,
        CW1065, CW1066 or CW1069
    .EXAMPLE
        Select-CwDataPool -Fact $facts -Serial @()
    .NOTES
        Source: [storage-pools#health-numbers], [failover-cluster#storage-views].
    #>
    [CmdletBinding()]
    [OutputType('MSFT_StoragePool')]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Serial
    )

    $number = Get-CwStatusNumber
    $found = @(foreach ($pool in $Fact.pools) {
            $serials = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                    ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber })
            $foreign = @($Serial | Where-Object { $serials -notcontains $_ })
            $others = @($serials | Where-Object { $_ -cnotlike 'AWS*' })
            if ($others.Count -gt 0 -and ($Serial.Count -eq 0 -or $foreign.Count -lt $Serial.Count)) {
                @{ pool = $pool; foreign = $foreign }
            }
        })
    if ($found.Count -eq 0) {
        # Only whether the cluster has it is read of a pool that isn't this node's alone.
        $clustered = @(Find-CwStorageObject -Query { Get-StoragePool -IsPrimordial $false -ErrorAction Stop } |
                Where-Object { $_.IsClustered })
        if ($clustered.Count -gt 0) {
            Stop-CwAction -Code 'CW1026' -Outcome 'unsafe' -Message 'Only the failover cluster shows a pool here.'
        }
        Stop-CwAction -Code 'CW1020' -Outcome 'refused' -Message 'No pool on this node has these, or any, EBS volumes.'
    }
    if ($found.Count -gt 1) {
        $names = @($found | ForEach-Object { ConvertTo-CwAsciiJson -InputObject $_.pool.FriendlyName }) -join ', '
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message "$($found.Count) pools have EBS volumes: $names."
    }
    if ($found[0].foreign.Count -gt 0) {
        Stop-CwAction -Code 'CW1066' -Outcome 'unsafe' -Message (
            "$($found[0].foreign -join ', ') is named, but is no member of the pool.")
    }
    $pool = $found[0].pool
    $second = @(Get-CwInstanceStorePool -Pool $Fact.pools -PoolUniqueId $pool.UniqueId | Where-Object { $_.mixed })
    if ($second.Count -gt 0) {
        Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message (
            "A second $($second[0].told) has EBS volumes and instance-store disks, too: a stop destroys it.")
    }
    if ($pool.IsClustered) {
        Stop-CwAction -Code 'CW1026' -Outcome 'unsafe' -Message 'IsClustered is true for the pool.'
    }
    $raw = $pool.CimInstanceProperties
    $status = @([int[]] $raw['OperationalStatus'].Value)
    if ($status -contains $number.starting) {
        Stop-CwAction -Code 'CW1025' -Outcome 'retry' -Message 'The pool is Starting.'
    }
    if ($pool.IsReadOnly) {
        Stop-CwAction -Code 'CW1027' -Outcome 'unsafe' -Message 'IsReadOnly is true for the pool.'
    }
    if ([int] $raw['HealthStatus'].Value -ne $number.healthy -or ($status -join ',') -ne $number.ok) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message (
            "The pool has HealthStatus $([int] $raw['HealthStatus'].Value), OperationalStatus $($status -join ', ').")
    }
    return $pool
}
