function Get-CwFoundStorage {
    <#
    .SYNOPSIS
        Finds the storage that somebody built on this node, tells what was found, and returns the inventory that fits.
    .DESCRIPTION
        Changes nothing. Whatever isn't healthy, isn't clear or can't be proven ends the action; what was seen until
        then is told all the same. In the end the inventory is held against the node by the rules that everything else
        here goes by: only one with which the cache is where it belongs, and the drive usable, is returned.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Told
        Its member lines gets what people should read.
    .PARAMETER Named
        What a person says: role (data, swap) by serial number.
    .OUTPUTS
        System.Collections.Hashtable: inventory, differences (texts), findings (texts), classification, known (a whole
        inventory says all of it already)
    .EXAMPLE
        Get-CwFoundStorage -Machine (Get-CwHost) -Told @{ lines = @() } -Named @{}
    .NOTES
        Source: [glossary#storage-classification], [storage-pools#quorum].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [Parameter(Mandatory)] [hashtable] $Told,
        [Parameter(Mandatory)] [hashtable] $Named
    )

    $former = Read-CwFormerInventory
    $Told.lines += "inventory: $($former.told)"
    if ($null -ne $former.content -and $former.content.building -and -not $former.damaged) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message (
            'The inventory says that the storage is still being built, or rebuilt.')
    }
    Update-CwStorageView
    $facts = Get-CwStorageFact -Inventory $null
    $Told.lines += "pools: $($facts.pools.Count); instance-store disks: $(
        @($facts.instanceStore | ForEach-Object { $_.serial }) -join ', ')"
    $pool = Select-CwDataPool -Fact $facts -Serial @($Named.Keys)
    $Told.lines += "pool $($pool.UniqueId): name $(ConvertTo-CwAsciiJson -InputObject ([string] $pool.FriendlyName))"
    # Of several virtual disks the largest cache: they are refused below, once the disks have been told.
    $cacheBytes = Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop } |
        ForEach-Object { [long] $_.WriteCacheSize } | Sort-Object | Select-Object -Last 1
    if ($null -eq $cacheBytes) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message 'No virtual disk is in the pool.'
    }
    $known = @{}
    if ($null -ne $former.content) {
        foreach ($member in $former.content.members) {
            $known[$member.serial] = $member.role
        }
    }
    $members = @(Get-CwFoundMember -Pool $pool -CacheBytes $cacheBytes -Named $Named -Known $known)
    $Told.lines += @($members | ForEach-Object { $_.told })
    $virtualDisk = Select-CwDataSpace -Pool $pool -Fact $facts
    $Told.lines += "virtual disk $($virtualDisk.UniqueId): $($virtualDisk.Size) bytes, " +
        "write-back cache $cacheBytes bytes"
    Confirm-CwFoundMember -Member $members -CacheBytes $cacheBytes -Columns ([int] $virtualDisk.NumberOfColumns)
    $others = @(Get-CwInstanceStorePool -Pool $facts.pools -PoolUniqueId $pool.UniqueId)
    $storeVolumes = @(Get-CwInstanceStoreVolume -SubSystem $facts.subsystem -OtherPool $others)
    $mounted = @($storeVolumes | Where-Object { $null -ne $_.told })
    if ($mounted.Count -gt 0) {
        Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message (
            "On instance store lies $($mounted[0].told): files are looked for by letter. Give it one, and take the " +
            'folder off it, in Disk Management; remove dynamic disks.')
    }
    $found = @{
        pool = $pool
        virtualDisk = $virtualDisk
        members = $members
        volume = Get-CwFoundVolume -VirtualDisk $virtualDisk
        storeLetters = @($storeVolumes | ForEach-Object { $_.letter } | Sort-Object -Unique)
        instanceStore = @($facts.instanceStore | ForEach-Object { $_.serial })
        tempdb = @()
    }
    $Told.lines += "drive $($found.volume.letter): $($found.volume.fileSystem), allocation unit " +
        "$($found.volume.allocationUnitBytes) bytes"
    $Told.lines += "drives on instance store: $($found.storeLetters -join ', ')"
    $found.tempdb = @(Confirm-CwStoreUse -Letter $found.storeLetters)
    $inventory = New-CwFoundInventory -Found $found -Former $former.content
    $now = Get-CwStorageFact -Inventory $inventory
    $question = @{ Fact = $now; Inventory = $inventory }
    $question['UptimeSeconds'] = ((Get-CwTime) - $Machine.bootedAt).TotalSeconds
    $classification = Get-CwStorageClassification @question
    if ($classification.name -notin 'CACHE_ON_NVME', 'EVACUATED' -or -not $now.usable) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message (
            "The storage is $($classification.name): $($classification.reasons -join '; '); " +
            "drive usable: $($now.usable).")
    }
    $findings = @()
    if (@($members | Where-Object { $_.role -eq 'data' }).Count -lt 2) {
        $findings += 'the pool has one data volume: a lost cache is never rebuilt by itself (CW1042)'
    }
    if ($classification.name -eq 'EVACUATED') {
        $findings += 'the cache is on the Swap volume: CacheWarden moves it to NVMe when it next starts the node'
    }
    try {
        Confirm-CwDriveUse -Letter $found.volume.letter
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CW1044*') {
            throw
        }
        $findings += (ConvertTo-CwFailure -ErrorRecord $_).message
    }
    if ($found.tempdb.Count -eq 0) {
        $findings += "SQL Server wasn't asked where tempdb is: start it, then start this document again"
    }
    if ($null -ne $inventory.tempdb -and $found.storeLetters -notcontains $inventory.tempdb.letter) {
        $findings += "tempdb's drive $($inventory.tempdb.letter): isn't there: CacheWarden makes it again, of blank " +
            'instance-store disks'
    }
    $findings += @(Get-CwStrayFile -Letter $found.storeLetters -Tempdb $found.tempdb)
    $differences = @(Compare-CwInventory -Former $former.content -Found $inventory)
    $Told.lines += "state: $($classification.name): $($classification.reasons -join '; ')"
    $Told.lines += @($differences | ForEach-Object { "inventory: $_" })
    $Told.lines += @($findings | ForEach-Object { "finding: $_" })
    return @{
        inventory = $inventory
        differences = $differences
        findings = $findings
        classification = $classification.name
        known = $differences.Count -eq 0 -and -not $former.damaged
    }
}
