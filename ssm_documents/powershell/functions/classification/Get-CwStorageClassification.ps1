function Get-CwStorageClassification {
    <#
    .SYNOPSIS
        Decides which of the twelve states the storage is in, and why.
    .DESCRIPTION
        Reads no disk: facts in, classification out. Guards stand in the order of danger. A missing EBS volume is never
        CACHE_LOST; CACHE_LOST needs every data and swap member present, the cache disk gone that held the cache, the
        Swap volume spare and empty, the virtual disk detached for missing disks or not healthy, and, as proof of a new
        host, none of the old one's instance-store disks in this boot but a blank one that it never had, or the cache's
        own disk, blank. While the data letter leads to another volume, or only the copy of the inventory is here and
        tells of a building, no state is given that is acted upon. In the first three minutes after a boot a missing
        disk may just be late: STARTING. What no rule describes is AMBIGUOUS. So is a Retired data volume: no repair
        ends while its data has nowhere to go, so no cache moves. What Windows did the next move sets back.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Inventory
        The inventory, or null.
    .PARAMETER UptimeSeconds
        Seconds since Windows started.
    .OUTPUTS
        System.Collections.Hashtable: name (EMPTY, CACHE_ON_NVME, EVACUATED, MOVING, CACHE_LOST, EBS_MISSING,
        SPARE_MISSING, DETACHED, STARTING, CLUSTERED, READ_ONLY, AMBIGUOUS), reasons (texts), missing (serial and role),
        warnings (texts about EBS members that answer and aren't OK, and about data volumes that are Retired), deadCache
        (Get-CwMemberClassification's, or null), place (what the name would be but for a Retired data volume,
        and for a move that was cut off where Windows counts no cache), refusal (the code that says more of the node
        than the state's own: CW1037 for no inventory, CW1073 for another instance's; or null)
    .EXAMPLE
        Get-CwStorageClassification -Fact $facts -Inventory $inventory -UptimeSeconds 400
    .NOTES
        Source: [glossary#storage-classification], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [double] $UptimeSeconds
    )

    $number = Get-CwStatusNumber
    $answer = @{ name = 'AMBIGUOUS'; reasons = @(); missing = @(); warnings = @(); deadCache = $null; place = '' }
    $answer['refusal'] = $null
    if ($null -eq $Inventory) {
        if ($Fact.pools.Count -eq 0) {
            $answer.name = 'EMPTY'
            $answer.reasons = @('nothing was built here')
        }
        else {
            $answer.reasons = @("$($Fact.pools.Count) pools, no inventory on this host")
            $answer.refusal = 'CW1037'
        }
        return $answer
    }
    if ($Inventory.building -and $null -eq $Fact.doubt) {
        $answer.name = 'EMPTY'
        $answer.reasons = @('the storage is still being built')
        if ('rebuild' -eq $Inventory.building) {
            $answer.name = 'CACHE_LOST'
            $answer.reasons = @('the rebuild after the loss of the cache is not finished, RebuildStorage continues it')
        }
        return $answer
    }
    if ($null -eq $Fact.pool) {
        return Get-CwPoollessClassification -Fact $Fact -Inventory $Inventory -UptimeSeconds $UptimeSeconds
    }
    if ($Fact.pool.IsClustered) {
        $answer.name = 'CLUSTERED'
        $answer.reasons = @('IsClustered is true for the pool')
        return $answer
    }
    $poolStatus = @([int[]] $Fact.pool.CimInstanceProperties['OperationalStatus'].Value)
    if ($poolStatus -contains $number.starting) {
        $answer.name = 'STARTING'
        $answer.reasons = @('the pool is Starting')
        return $answer
    }

    $unknown = @($Fact.members | Where-Object { $_.role -eq 'unknown' })
    if ($unknown.Count -gt 0 -or $null -eq $Fact.virtualDisk -or $Fact.virtualDisks.Count -ne 1) {
        $answer.reasons = @($Fact.exchanged | Where-Object { $_ }) + @(
            "$($unknown.Count) members are not in the inventory",
            "$($Fact.virtualDisks.Count) virtual disks in the pool, expected the inventory's one"
        )
        return $answer
    }

    $disk = Get-CwVirtualDiskState -VirtualDisk $Fact.virtualDisk
    # A member that warns is missing only where the virtual disk is broken: nothing then passes for a lost cache.
    $present = @{}
    foreach ($member in $Fact.members) {
        if ($member.ok -or ($member.answers -and -not $disk.broken)) {
            $present[$member.serial] = $true
        }
    }
    $missing = @(foreach ($member in $Inventory.members) {
            if ($member.role -ne 'cache' -and -not $present.Contains($member.serial)) {
                @{ serial = $member.serial; role = $member.role }
            }
        })
    $lostCaches = @($Fact.members | Where-Object { $_.role -eq 'cache' -and -not $_.here })
    $missing += @(foreach ($member in $lostCaches) { @{ serial = $member.serial; role = 'cache' } })
    $answer.missing = $missing
    $answer.warnings = @($Fact.members | Where-Object { $_.role -in 'data', 'swap' -and $_.answers -and -not $_.ok } |
            ForEach-Object { "$($_.role) volume $($_.serial) warns, OperationalStatus $($_.operational -join ', ')" })
    $retired = @($Fact.members | Where-Object {
            $_.role -eq 'data' -and $_.answers -and $_.usage -eq $number.retired
        })
    $answer.warnings += @($retired | Where-Object { $_.retiredAway } |
            ForEach-Object { "data volume $($_.serial) is Retired, expected Auto-Select" })
    $retired = @($retired | Where-Object { -not $_.retiredAway })

    $known = @($Inventory.instanceStore)
    $choice = Get-CwMemberClassification -Fact $Fact -KnownSerial $known -Missing $missing -Disk $disk
    $answer.name = $choice.name
    $answer.reasons = @($choice.reason)
    $late = 'EBS_MISSING', 'SPARE_MISSING', 'CACHE_LOST'
    if ($choice.Contains('deadCache')) {
        $answer.deadCache = $choice.deadCache
    }
    if (($answer.name -in $late -or $null -ne $answer.deadCache) -and $UptimeSeconds -lt 180) {
        $answer.deadCache = $null
        $answer.reasons += "looks like $($answer.name), but Windows started only $([int] $UptimeSeconds) s ago"
        $answer.name = 'STARTING'
    }
    # SQL Server would look for its files on another volume; a rebuild would need that letter, too.
    $proceeds = 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING', 'CACHE_LOST'
    foreach ($why in $Fact.letterConflict, $Fact.doubt) {
        if ($null -ne $why -and $answer.name -in $proceeds) {
            $answer.reasons = @($why, "looks like $($answer.name) otherwise")
            $answer.name = 'AMBIGUOUS'
        }
    }
    $answer.place = $answer.name
    if ($answer.name -eq 'CACHE_ON_NVME' -and $Fact.unfinished) {
        $answer.name = 'MOVING'
        $answer.reasons = @('a move of the cache was cut off, and Windows counts no cache on any disk')
    }
    if ($answer.name -in 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING' -and $retired.Count -gt 0) {
        $answer.reasons = @(
            "data volume $($retired[0].serial) is Retired, by a person or by Windows before CacheWarden looked: no " +
            'cache moves until its usage is AutoSelect again. A volume that is taken out of the pool needs ' +
            'CacheWarden-AdoptStorage before Windows is restarted, or SQL Server stays down',
            "looks like $($answer.name) otherwise"
        )
        $answer.name = 'AMBIGUOUS'
    }
    return $answer
}
