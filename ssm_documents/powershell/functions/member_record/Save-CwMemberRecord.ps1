function Save-CwMemberRecord {
    <#
    .SYNOPSIS
        Writes down the usage of the pool's EBS volumes, which of them are missing, and whether Windows counts the cache
        (Read-CwMemberRecord).
    .DESCRIPTION
        Of a volume that is missing, and of one that came back Retired, the usage from before stays written down, until
        it serves again. Without the pool nothing new is known of its volumes. Written only where it differs.
        That none of the host's instance-store disks was here is written in the first half hour of a boot only: what a
        later first look finds may have dropped out in this boot. Once one was seen, it stays so until the next boot.
        The same is written of the disk of the cache.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Fact
        pool, members and instanceStore, as Get-CwStorageFact answers.
    .PARAMETER Machine
        What Get-CwHost said; a failure that was told is marked in it (recordTold), and isn't told again.
    .PARAMETER Move
        begins or ended, where a move of the cache does: where Windows counts no cache, nothing else says that one was
        cut off.
    .PARAMETER SystemDisk
        Get-CwSystemDisk's answer, written down while a volume of the inventory is there.
    .PARAMETER ConfirmFolder
        Writes nothing into a folder that isn't CacheWarden's alone; the caller hasn't looked at it.
    .OUTPUTS
        None; a file that can't be written is logged, in Windows' event log, too: a volume then stays as Windows has
        set it, and a lost cache isn't proven.
    .EXAMPLE
        Save-CwMemberRecord -Inventory $inventory -Fact $facts -Machine (Get-CwHost)
    .NOTES
        Source: [storage-pools#missing-disk-retired], [write-cache#allocated], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [hashtable] $Machine,
        [ValidateSet('', 'begins', 'ended')] [string] $Move = '',
        [string] $SystemDisk = '',
        [switch] $ConfirmFolder
    )

    if ($null -eq $Inventory -or $Inventory.building) {
        return
    }
    $record = Read-CwMemberRecord -Pool $Inventory.pool
    $uncounted = Test-CwCacheUncounted -Member $Fact.members -Inventory $Inventory
    if ($null -eq $uncounted) {
        $uncounted = $record.uncounted
    }
    $moving = $record.moving
    if ($Move -ne '') {
        $moving = $Move -eq 'begins'
    }
    $changed = $uncounted -ne $record.uncounted -or $moving -ne $record.moving
    $members = foreach ($known in @($Inventory.members | Where-Object { $_.role -ne 'cache' })) {
        $before = $record.members[$known.serial]
        if ($null -eq $Fact.pool) {
            if ($null -ne $before) {
                [ordered] @{ serial = $known.serial; usage = $before.usage; missing = $before.missing }
            }
            continue
        }
        $seen = @($Fact.members | Where-Object { $_.serial -eq $known.serial -and $_.answers })
        $now = @{ usage = $null; missing = $true }
        if ($null -ne $before) {
            $now.usage = $before.usage
        }
        if ($seen.Count -eq 1 -and -not $seen[0].retiredAway) {
            $now = @{ usage = $seen[0].usage; missing = $false }
        }
        $changed = $changed -or $null -eq $before -or $before.usage -ne $now.usage -or $before.missing -ne $now.missing
        [ordered] @{ serial = $known.serial; usage = $now.usage; missing = $now.missing }
    }
    if ($SystemDisk -eq '' -or $null -eq $Fact.pool -or @($members | Where-Object { -not $_.missing }).Count -eq 0) {
        $SystemDisk = $record.systemDisk
    }
    $changed = $changed -or $SystemDisk -ne $record.systemDisk
    # A move puts the cache onto a disk of this boot, whatever its name was before.
    $caches = @($Inventory.members | Where-Object { $_.role -eq 'cache' } | ForEach-Object { $_.serial })
    $cacheHere = $Move -ne '' -or @($Fact.members | Where-Object { $_.role -eq 'cache' -and $_.here }).Count -gt 0
    if ($null -eq $Fact.pool) {
        # Another host's disk may have the same serial number; where the pool is there, its members say whose it is.
        $cacheHere = $cacheHere -or @($Fact.instanceStore | Where-Object { $caches -contains $_.serial }).Count -gt 0
    }
    $seen = $cacheHere -or
        @($Fact.instanceStore | Where-Object { @($Inventory.instanceStore) -contains $_.serial }).Count -gt 0
    $storeBoot, $storeSeen, $cacheSeen = $record.storeBoot, $record.storeSeen, $record.cacheSeen
    $isFirst = $storeBoot -ne $Machine.bootId
    $early = (Get-CwTime) -lt $Machine.bootedAt.AddSeconds(1800)
    if (($isFirst -or -not $storeSeen) -and ($seen -or $early)) {
        $storeBoot, $storeSeen = $Machine.bootId, $seen
    }
    if ($storeBoot -eq $Machine.bootId) {
        $cacheSeen = $cacheHere -or ($isFirst -and -not $early) -or (-not $isFirst -and $record.cacheSeen)
    }
    $changed = $changed -or $storeBoot -ne $record.storeBoot -or $storeSeen -ne $record.storeSeen -or
        $cacheSeen -ne $record.cacheSeen
    if (-not $changed -or ($ConfirmFolder -and @(Get-CwFolderFault).Count -gt 0)) {
        return
    }
    try {
        $content = [ordered] @{
            pool = [string] $Inventory.pool.uniqueId
            members = @($members)
            uncounted = $uncounted
            moving = $moving
            systemDisk = $SystemDisk
            storeBoot = $storeBoot
            storeSeen = $storeSeen
            cacheSeen = $cacheSeen
        }
        Write-CwStateFile -Name 'members' -Content $content
    }
    catch {
        $failure = ConvertTo-CwFailure -ErrorRecord $_
        Write-CwLog -Message "record of the members not written: $($failure.message)"
        if (-not $Machine['recordTold']) {
            # The boot task's attempts share $Machine: one event is enough for them.
            $Machine['recordTold'] = $true
            $failure.message += ' Until it can be, no restart proves that a cache is lost, and a volume that Windows ' +
                'retires stays Retired.'
            Write-CwEvent -Action 'member_record' -Verdict $failure
        }
    }
}
