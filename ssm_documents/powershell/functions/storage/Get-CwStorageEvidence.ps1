function Get-CwStorageEvidence {
    <#
    .SYNOPSIS
        Observes and classifies the storage, in the form that verdicts carry.
    .DESCRIPTION
        The proof of evacuation: no instance-store disk is a member of the pool, the Swap volume has the cache's size
        counted, the virtual disk is Healthy and OK, its drive can be read, no storage job runs, nothing else that a
        stop destroys may hold data: another pool of EBS volumes and instance-store disks, or a volume on such disks
        that a letter alone doesn't lead to. Where Windows was seen to count no cache on any disk, that it let the
        instance-store disk leave has to do. It holds for this boot of Windows only.
        Without a pool there is nothing to move: what counts is what else a stop destroys. That the cache is unreadable
        is proven where its disk is gone on the host that it belonged to, with all EBS members there, and the boot task
        saw it so in this boot, while neither it nor an operation could use drive or cache, no look saw the disk, and
        Windows doesn't attach the virtual disk: a restart didn't bring the disk back either, so that a stop of the
        instance loses nothing more. Where files.json can't be read, or SQL Server was asked in this boot, that is not
        proven.
        A pool that a rebuild wanted to remove, and that is still there, is looked at as if there were no rebuild.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Fact
        Where the observed facts are stored for the caller, if given: inventory, facts (Get-CwStorageFact's answer, and
        storeVolumes, that of Get-CwInstanceStoreVolume), place, refusal and deadCache (Get-CwStorageClassification's),
        undone (the inventory differs from its file: Undo-CwPoolRemoval).
    .PARAMETER SubSystem
        As for Get-CwStorageFact.
    .PARAMETER WithoutProof
        For a caller that neither stops nor moves anything by this look: what else lies on instance store isn't looked
        for, and the proof isn't given. notEvacuated is null then, and there are no storeVolumes.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: classification, reasons, pool, virtualDisk, members, missing,
        warnings, uncached (no pool, and none of CacheWarden's was here), rebuilding, instanceStore, freeInstanceStore,
        jobs, notEvacuated, moveObstacle (Get-CwMoveObstacle's), dataVolume, tempdbVolume, proof
    .EXAMPLE
        Get-CwStorageEvidence -Machine (Get-CwHost)
    .NOTES
        Source: [glossary#storage-classification], [glossary#proof-of-evacuation], [write-cache#footprint],
        [write-cache#allocated], [write-cache#emptied], [write-cache#lost-cache].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [hashtable] $Fact = @{},
        [AllowNull()] [object] $SubSystem,
        [switch] $WithoutProof
    )

    $number = Get-CwStatusNumber
    $inventory = Read-CwStateFile -Name 'inventory'
    $facts = Get-CwStorageFact -Inventory $inventory -SubSystem $SubSystem
    $Fact['undone'] = $null -ne $inventory -and (Undo-CwPoolRemoval -Inventory $inventory -Pool $facts.pools)
    if ($Fact.undone) {
        $facts = Get-CwStorageFact -Inventory $inventory -SubSystem $facts.subsystem
    }
    $record = $facts.record
    $uncounted = Test-CwCacheUncounted -Member $facts.members -Inventory $inventory
    if ($null -eq $uncounted) {
        $uncounted = $record.uncounted
    }
    $facts.unfinished = $uncounted -and $record.moving
    $swaps = @($facts.members | Where-Object { $_.role -eq 'swap' })
    $spare = @($swaps | Where-Object { $null -ne $record.members[$_.serial] })
    $facts.leftOnDisk = $uncounted -and -not $record.moving -and $spare.Count -eq 1 -and
        $record.members[$spare[0].serial].usage -eq $number.retired
    $facts.storeNoted = $record.storeBoot -eq $Machine.bootId
    $facts.newBoot = $facts.storeNoted -and -not $record.storeSeen
    $uptimeSeconds = ((Get-CwTime) - $Machine.bootedAt).TotalSeconds
    $question = @{ Fact = $facts; Inventory = $inventory; UptimeSeconds = $uptimeSeconds }
    $classification = Get-CwStorageClassification @question
    $Fact['facts'] = $facts
    $Fact['inventory'] = $inventory
    $Fact['place'] = $classification['place']
    $Fact['refusal'] = $classification.refusal
    $Fact['deadCache'] = $classification.deadCache

    $pool = $null
    if ($null -ne $facts.pool) {
        $raw = $facts.pool.CimInstanceProperties
        $pool = [ordered] @{
            uniqueId = [string] $facts.pool.UniqueId
            health = [int] $raw['HealthStatus'].Value
            operational = @([int[]] $raw['OperationalStatus'].Value)
            readOnly = [bool] $facts.pool.IsReadOnly
            clustered = [bool] $facts.pool.IsClustered
        }
    }
    $virtualDisk = $null
    if ($null -ne $facts.virtualDisk) {
        $raw = $facts.virtualDisk.CimInstanceProperties
        $virtualDisk = [ordered] @{
            uniqueId = [string] $facts.virtualDisk.UniqueId
            health = [int] $raw['HealthStatus'].Value
            operational = @([int[]] $raw['OperationalStatus'].Value)
            detachedReason = [int] $raw['DetachedReason'].Value
            sizeBytes = [long] $facts.virtualDisk.Size
            writeCacheBytes = [long] $facts.virtualDisk.WriteCacheSize
        }
    }
    $members = foreach ($member in $facts.members) {
        [ordered] @{
            serial = $member.serial
            role = $member.role
            usage = $member.usage
            health = $member.health
            operational = $member.operational
            sizeBytes = $member.sizeBytes
            footprintBytes = $member.footprintBytes
        }
    }
    $jobs = foreach ($job in $facts.jobs) {
        [ordered] @{
            name = $job.name
            state = $job.state
            percent = $job.percent
            bytesDone = $job.bytesDone
            bytesTotal = $job.bytesTotal
        }
    }
    $why = @()
    if ($classification.name -ne 'EVACUATED') {
        $why += "the storage is $($classification.name)"
    }
    if ($null -eq $virtualDisk -or $virtualDisk.health -ne $number.healthy -or
        ($virtualDisk.operational -join ',') -ne $number.ok) {
        $why += 'the virtual disk is not Healthy and OK'
    }
    $swapBytes = @($swaps | ForEach-Object { $_.countedBytes })
    $counted = $null -ne $virtualDisk -and $swapBytes.Count -eq 1 -and $swapBytes[0] -ge $virtualDisk.writeCacheBytes
    if (-not $counted -and
        ($why.Count -gt 0 -or $swapBytes.Count -ne 1 -or -not $record.uncounted)) {
        $why += "the Swap volume has $($swapBytes -join ', ') bytes allocated"
    }
    if (-not $facts.readable) {
        $why += 'the data drive cannot be read'
    }
    if ($facts.activeJobs.Count -gt 0) {
        $why += "$($facts.activeJobs.Count) storage jobs run"
    }
    $uncached = $null -eq $inventory -and $classification.name -eq 'EMPTY'
    $notEvacuated = $null
    if ($WithoutProof) {
        $why += "what else a stop destroys wasn't looked for"
    }
    else {
        $notEvacuated = @(Get-CwUnevacuatedData -Fact $facts -Inventory $inventory -Uncached:$uncached)
        if ($uncached) {
            $why = @()
        }
        if ($notEvacuated.Count -gt 0) {
            $why += "on instance store, which nothing evacuates: $($notEvacuated -join ', ')"
        }
    }
    $evacuated = $why.Count -eq 0
    if ($evacuated) {
        $why = @('no instance-store disk in the pool, virtual disk Healthy and OK, drive readable, no storage job')
        if ($uncached) {
            $why = @('no pool, and nothing on instance store that a start does not make again')
        }
    }

    $unreadable = $false
    if ($null -ne $classification.deadCache -and -not $facts.readable -and $facts.activeJobs.Count -eq 0 -and
        $facts.storeNoted -and -not $record.cacheSeen -and
        (Get-CwVirtualDiskState -VirtualDisk $facts.virtualDisk).detached) {
        $boot = Get-CwBootState -Machine $Machine
        try {
            $files = Read-CwStateFile -Name 'files'
            $unreadable = $null -ne $boot -and
                (Get-CwPlannedValue -Plan $boot -Name 'deadCache' -Default '') -eq $classification.deadCache -and
                ($null -eq $files -or $files.bootId -ne $Machine.bootId)
        }
        catch {
            $why += "whether SQL Server ran since isn't known: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }

    return [ordered] @{
        classification = $classification.name
        reasons = @($classification.reasons)
        pool = $pool
        virtualDisk = $virtualDisk
        members = @($members)
        missing = @($classification.missing)
        warnings = @($classification.warnings)
        uncached = $uncached
        rebuilding = $null -ne $inventory -and [string] $inventory.building -eq 'rebuild' -and
            $classification.name -eq 'CACHE_LOST'
        instanceStore = @($facts.instanceStore | ForEach-Object {
                [ordered] @{ serial = $_.serial; sizeBytes = $_.sizeBytes }
            })
        freeInstanceStore = @($facts.free | ForEach-Object { $_.serial })
        jobs = @($jobs)
        notEvacuated = $notEvacuated
        moveObstacle = Get-CwMoveObstacle -Name $classification.name -Fact $facts -NotEvacuated $notEvacuated
        dataVolume = [ordered] @{
            letter = $facts.letter
            readable = [bool] $facts.readable
            usable = [bool] $facts.usable
            offline = [bool] $facts.offline
        }
        tempdbVolume = [ordered] @{
            letter = $facts.tempdbLetter
            expected = $null -ne $facts.tempdbLetter
            present = [bool] $facts.tempdbPresent
        }
        proof = [ordered] @{
            evacuated = $evacuated
            why = $why -join '; '
            deadCache = $classification.deadCache
            unreadable = $unreadable
        }
    }
}
