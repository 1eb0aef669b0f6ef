function Get-CwMemberClassification {
    <#
    .SYNOPSIS
        Classifies by the pool's members, the virtual disk and the storage jobs.
    .DESCRIPTION
        A spare disk of this host proves no loss of the cache; and while one of its own disks is there, it is the same
        host, and the cache disk may come back. So it may in a boot in which one of them was here, or of which nobody
        knows that none was: no host changes without a new boot. While extents move, Windows may show a Warning.
    .PARAMETER Fact
        Get-CwStorageFact's answer, with a pool and one virtual disk.
    .PARAMETER KnownSerial
        Serial numbers of the instance-store disks that the host had when the cache was put on one of them.
    .PARAMETER Missing
        Members of the inventory that don't answer: serial, role.
    .PARAMETER Disk
        The virtual disk: health, detached, detachedReason, whole (Healthy, OK or In Service), dead (detached, or
        neither Healthy nor Warning), broken (dead, and not only detached by policy).
    .OUTPUTS
        System.Collections.Hashtable: name, reason, deadCache (serial number of the cache disk that is gone with the
        cache on it, on the host that it belonged to; only there)
    .EXAMPLE
        Get-CwMemberClassification -Fact $facts -KnownSerial $known -Missing @() -Disk $disk
    .NOTES
        Source: [glossary#storage-classification] (the phase is derived from the usage of the two disks and from where
        the extents are, never from a flag), [write-cache#extents], [write-cache#emptied].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $KnownSerial,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Missing,
        [Parameter(Mandatory)] [hashtable] $Disk
    )

    $number = Get-CwStatusNumber
    $data = @($Missing | Where-Object { $_.role -eq 'data' })
    if ($data.Count -gt 0) {
        return @{ name = 'EBS_MISSING'; reason = "data volume $($data[0].serial) is missing" }
    }
    $lost = @($Fact.members | Where-Object { $_.role -eq 'cache' -and -not $_.here })
    $spare = @($Missing | Where-Object { $_.role -eq 'swap' })
    $caches = @($Fact.members | Where-Object { $_.role -eq 'cache' -and $_.here })
    if ($spare.Count -gt 0) {
        # A cache that was on the Swap volume takes the virtual disk with it: that is a missing EBS volume, too.
        if (-not $Disk.dead) {
            return @{ name = 'SPARE_MISSING'; reason = "Swap volume $($spare[0].serial) is missing" }
        }
        return @{ name = 'EBS_MISSING'; reason = "Swap volume $($spare[0].serial) is missing" }
    }
    if ($caches.Count -gt 1) {
        return @{ name = 'AMBIGUOUS'; reason = "$($caches.Count) instance-store disks are in the pool, expected one" }
    }
    $swap = @($Fact.members | Where-Object { $_.role -eq 'swap' })
    # A cache disk that is gone took the cache along only if the cache was there. It may be on the Swap volume, and the
    # virtual disk is detached for another reason, such as an EBS volume that was late: then it is attached. Where
    # Windows counts no cache, the record alone tells where it was.
    $spared = $swap.Count -eq 1 -and $swap[0].ok -and $swap[0].usage -eq $number.retired -and -not $swap[0].holds
    $spared = $spared -and -not $Fact.unfinished
    $took = $Fact.leftOnDisk -or @($lost | Where-Object { $_.usage -eq $number.journal -or $_.holds }).Count -gt 0
    if ($lost.Count -gt 0 -and $Disk.broken -and $spared -and $took) {
        $knownSerials = @($KnownSerial) + @($lost | ForEach-Object { $_.serial })
        $fresh = @($Fact.free | Where-Object { $knownSerials -notcontains $_.serial })
        $remaining = @($Fact.instanceStore | Where-Object { $knownSerials -contains $_.serial })
        # Nothing promises another serial number. The cache's own disk holds nothing of it where it answers, and is
        # blank or was put into another pool meanwhile.
        $emptied = @($Fact.instanceStore | Where-Object {
                ($_.free -or $_.pooled) -and @($lost | ForEach-Object { $_.serial }) -contains $_.serial
            })
        if ($emptied.Count -gt 0) {
            return @{
                name = 'CACHE_LOST'
                reason = "cache disk $($emptied[0].serial) is there and no longer in the pool, " +
                    "the virtual disk isn't readable, all EBS members are there"
            }
        }
        if ($fresh.Count -gt 0 -and $remaining.Count -eq 0 -and $Fact.newBoot) {
            return @{
                name = 'CACHE_LOST'
                reason = "cache disk $($lost[0].serial) is gone, the virtual disk isn't readable, " +
                    "all EBS members are there, $($fresh[0].serial) is new and blank"
            }
        }
        $reason = "cache disk $($lost[0].serial) is gone, but nothing proves a new host: $($fresh.Count) new blank " +
            "instance-store disks, $($remaining.Count) that were here before"
        if ($fresh.Count -gt 0 -and $remaining.Count -eq 0) {
            if ($Fact.storeNoted) {
                $reason += '; in this boot of Windows one was here: restart Windows'
            }
            else {
                $reason += '; members.json has no early look of this boot: restart Windows, with room on C:'
            }
        }
        return @{ name = 'AMBIGUOUS'; reason = $reason; deadCache = $lost[0].serial }
    }
    if ($Disk.detached) {
        $reason = "all members are there, DetachedReason $($Disk.detachedReason)"
        if ($lost.Count -gt 0) {
            $reason = "DetachedReason $($Disk.detachedReason), missing disks that may hold the cache: " +
                "$($lost.Count), such as $($lost[0].serial); a restart of Windows shows whether it is lost"
        }
        return @{ name = 'DETACHED'; reason = $reason }
    }
    if ($Fact.pool.IsReadOnly) {
        return @{ name = 'READ_ONLY'; reason = 'IsReadOnly is true for the pool, no member is missing' }
    }

    if ($swap.Count -ne 1) {
        return @{ name = 'AMBIGUOUS'; reason = "$($swap.Count) Swap volumes are in the pool, expected one" }
    }
    $swapUsage = $swap[0].usage
    # A part stayed on the Swap volume, though Windows may list no extents: both disks must say so. Where Windows counts
    # no cache anywhere, a whole one must not be called split.
    $split = $false
    foreach ($member in $caches) {
        $elsewhere = [long] $Fact.virtualDisk.WriteCacheSize - $member.countedBytes
        $split = $split -or ($elsewhere -gt 0 -and $swap[0].countedBytes -gt [Math]::Max(1GB, $elsewhere / 4))
    }
    if ($lost.Count -eq 0 -and $Disk.whole) {
        if ($caches.Count -eq 0 -and $swapUsage -eq $number.journal) {
            return @{ name = 'EVACUATED'; reason = 'the Swap volume is Journal, no instance-store disk is in the pool' }
        }
        $settled = $caches.Count -eq 1 -and $caches[0].usage -eq $number.journal -and
            $swapUsage -eq $number.retired -and -not $swap[0].holds -and -not $split -and $Fact.activeJobs.Count -eq 0
        if ($settled) {
            return @{ name = 'CACHE_ON_NVME'; reason = "$($caches[0].serial) is Journal, the Swap volume is spare" }
        }
    }
    $between = $caches.Count + $lost.Count -gt 0 -and ($swapUsage -eq $number.journal -or
        $Fact.activeJobs.Count -gt 0 -or $swap[0].holds -or $split -or
        @($caches | Where-Object { $_.usage -ne $number.journal }).Count -gt 0 -or
        ($lost.Count -gt 0 -and $Disk.whole))
    # Windows may retire a Swap volume that was missing, with the cache on it and nowhere else: it can move from there.
    $between = $between -or ($caches.Count + $lost.Count -eq 0 -and $swapUsage -eq $number.retired -and
        $swap[0].holds -and $Disk.whole)
    if ($between -and ($Disk.health -in $number.usable -or $Fact.activeJobs.Count -gt 0)) {
        return @{
            name = 'MOVING'
            reason = "instance-store disks in the pool: $($caches.Count + $lost.Count), usage of the Swap volume: " +
                "$swapUsage, storage jobs: $($Fact.activeJobs.Count)"
        }
    }
    $reason = "virtual disk health $($Disk.health), usage of the Swap volume $swapUsage"
    if ($lost.Count -gt 0) {
        $reason = "cache disk $($lost[0].serial) is gone, in the middle of a move: $reason"
    }
    return @{ name = 'AMBIGUOUS'; reason = $reason }
}
