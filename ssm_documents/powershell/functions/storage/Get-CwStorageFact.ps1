function Get-CwStorageFact {
    <#
    .SYNOPSIS
        Observes the storage of this node: what is there, by serial number and raw numbers.
    .DESCRIPTION
        Changes nothing. Every look-up goes from the local subsystem to the pool to its disks; enumerations are compared
        as the numbers of the CIM class, since Windows shows them translated. Objects are snapshots: call this again
        after every change.
    .PARAMETER Inventory
        The inventory (Read-CwStateFile), or null.
    .PARAMETER SubSystem
        This node's storage subsystem, where the caller has just looked it up (Get-CwStorageSubSystem).
    .OUTPUTS
        System.Collections.Hashtable: subsystem, pools, pool, members, record (Read-CwMemberRecord's), instanceStore,
        free (of those, what is in no pool), exchanged (Get-CwExchangedMember's), virtualDisks, virtualDisk, jobs,
        activeJobs, letter, letterConflict (text or null), doubt (Get-CwBuildingDoubt's, or null), readable, usable (SQL
        Server can run on it), offline (it is detached, its disk is offline or its volume has no letter), unfinished and
        leftOnDisk (where Windows counts no cache, the record says that a move wasn't ended, or that none was begun
        since the cache was on its instance-store disk; Get-CwStorageEvidence sets them), storeNoted (the record tells
        of this boot; as these), newBoot (it says that none of the host's instance-store disks was here; as these),
        tempdbLetter, tempdbPresent. A member: serial, uniqueId, role (data, swap, cache, unknown), usage, health,
        operational (numbers), ok, answers, here, holds (something lies on it), sizeBytes, countedBytes, footprintBytes,
        instance (CIM), retiredAway (Windows retired it while it was missing, and it answers again).
    .EXAMPLE
        Get-CwStorageFact -Inventory (Read-CwStateFile -Name 'inventory')
    .NOTES
        Source: [storage-pools#health-numbers], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [AllowNull()] [object] $SubSystem
    )

    $number = Get-CwStatusNumber
    if ($null -eq $SubSystem) {
        $SubSystem = Get-CwStorageSubSystem
    }
    $instanceStore = @(Get-CwInstanceStore -SubSystem $SubSystem)
    $facts = @{
        subsystem = $SubSystem
        pools = @(Find-CwStorageObject -Query {
                Get-StoragePool -StorageSubSystem $SubSystem -IsPrimordial $false -ErrorAction Stop
            })
        pool = $null
        members = @()
        record = Read-CwMemberRecord -Pool $null
        instanceStore = $instanceStore
        free = @($instanceStore | Where-Object { $_.free })
        exchanged = $null
        virtualDisks = @()
        virtualDisk = $null
        jobs = @(Get-CwOwnJob -Inventory $Inventory -SubSystem $SubSystem)
        letter = $null
        letterConflict = $null
        doubt = $null
        readable = $false
        usable = $false
        offline = $false
        unfinished = $false
        leftOnDisk = $false
        storeNoted = $false
        newBoot = $false
        tempdbLetter = $null
        tempdbPresent = $false
    }
    $facts['activeJobs'] = @($facts.jobs | Where-Object { $_.state -notin $number.jobOver })
    if ($null -eq $Inventory) {
        return $facts
    }
    if ($null -ne $Inventory.tempdb) {
        $facts.tempdbLetter = $Inventory.tempdb.letter
        $facts.tempdbPresent = Test-CwTempdbFolder -Tempdb $Inventory.tempdb
    }

    $pools = @($facts.pools | Where-Object { $_.UniqueId -eq $Inventory.pool.uniqueId })
    if ($pools.Count -ne 1) {
        return $facts
    }
    $facts.pool = $pools[0]
    $facts.record = Read-CwMemberRecord -Pool $facts.pool
    $facts.members = @(Get-CwPoolMember -Pool $facts.pool -Inventory $Inventory -Record $facts.record)
    Update-CwTakenDisk -Fact $facts
    $facts.exchanged = Get-CwExchangedMember -Member $facts.members -Inventory $Inventory
    $facts.virtualDisks = @(Find-CwStorageObject -Query {
            Get-VirtualDisk -StoragePool $facts.pool -ErrorAction Stop
        })
    $ours = @($facts.virtualDisks | Where-Object { $_.UniqueId -eq $Inventory.virtualDisk.uniqueId })
    if ($ours.Count -ne 1) {
        return $facts
    }
    $facts.virtualDisk = $ours[0]
    if ($Inventory.building) {
        $facts.doubt = Get-CwBuildingDoubt -VirtualDisk $facts.virtualDisk
    }
    Update-CwDriveFact -Fact $facts -Inventory $Inventory
    return $facts
}
