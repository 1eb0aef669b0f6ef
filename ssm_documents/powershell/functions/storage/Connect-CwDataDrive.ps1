function Connect-CwDataDrive {
    <#
    .SYNOPSIS
        Guarantees that SQL Server can run on the data drive: attaches it, brings it online, and gives it its letter
        where only that is missing.
    .DESCRIPTION
        A volume that Windows retired while it was missing gets its usage again, so that the cache can be moved. What
        else is odd about the pool doesn't count here: it decides about moving and destroying only. Nor is a stop proven
        here: SQL Server, maybe the only other copy of the primary's commits, waits for this look. So
        where only its disk was offline the rest isn't looked at again, and where a usage can't be set, SQL Server runs
        without it: the next move of the cache tries it again. A pool with an exchanged volume is refused before its
        disk is online: that writes to it already.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Fact
        Where the observed facts are stored for the caller, if given, as Get-CwStorageEvidence does.
    .PARAMETER AtBoot
        For the boot task, which remembers by itself that the drive can be used.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, Get-CwStorageEvidence's answer without the proof; a drive that
        can't be used ends the action with the code of the storage's state.
    .EXAMPLE
        Connect-CwDataDrive -Machine (Get-CwHost)
    .NOTES
        Source: [write-cache#lost-or-missing], [windows#space-disk-offline],
        [storage-pools#missing-disk-retired].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [hashtable] $Fact = @{},
        [switch] $AtBoot
    )

    $serving = 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING'
    $look = @{ Machine = $Machine; Fact = $Fact; WithoutProof = $true }
    $storage = Get-CwStorageEvidence @look
    $look['SubSystem'] = $Fact.facts.subsystem
    if ($Fact.undone) {
        # A file that can't be written keeps no drive closed: the next look finds the same pool and writes it.
        Save-CwStateFile -Name 'inventory' -Content $Fact.inventory
    }
    if ($null -ne $Fact.inventory -and $Fact.facts.record.storeBoot -ne $Machine.bootId) {
        # A lost cache is proven by a boot in which no look saw its host's disks, or the cache's: this is the first one.
        Save-CwMemberRecord -Inventory $Fact.inventory -Fact $Fact.facts -Machine $Machine
        if ($storage.classification -notin $serving) {
            $storage = Get-CwStorageEvidence @look
        }
    }
    if ($null -ne $Fact.facts.exchanged) {
        Stop-CwAction -Code 'CW1071' -Outcome 'unsafe' -Message "$($Fact.facts.exchanged)."
    }
    if ($storage.classification -in 'AMBIGUOUS', 'CACHE_LOST', 'DETACHED' -and $null -ne $Fact.facts.virtualDisk) {
        # Only a start of Windows that tries to attach it shows again whether the cache is lost.
        Set-CwAutoAttach -VirtualDisk $Fact.facts.virtualDisk
    }
    if ($storage.classification -eq 'DETACHED' -or
        ($storage.dataVolume.offline -and $storage.classification -notin 'EBS_MISSING', 'STARTING', 'CLUSTERED')) {
        Connect-CwVirtualDisk -VirtualDisk $Fact.facts.virtualDisk
        if ($storage.classification -in $serving) {
            Update-CwDriveFact -Fact $Fact.facts -Inventory $Fact.inventory
        }
        if ($Fact.facts.usable) {
            foreach ($name in 'letter', 'readable', 'usable', 'offline') {
                $storage.dataVolume[$name] = $Fact.facts[$name]
            }
        }
        else {
            $storage = Get-CwStorageEvidence @look
        }
    }
    if ($Fact.facts.offline -and $null -eq $storage.dataVolume.letter -and
        $storage.classification -notin 'EBS_MISSING', 'STARTING', 'CLUSTERED') {
        Restore-CwDriveLetter -VirtualDisk $Fact.facts.virtualDisk -Letter $Fact.inventory.virtualDisk.letter
        $storage = Get-CwStorageEvidence @look
    }
    if ($storage.classification -in $serving) {
        try {
            if (Restore-CwMemberUsage -Fact $Fact.facts) {
                $storage = Get-CwStorageEvidence @look
            }
        }
        catch {
            Write-CwLog -Message "the usage of a member stays: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
    Save-CwMemberRecord -Inventory $Fact.inventory -Fact $Fact.facts -Machine $Machine
    if (-not $storage.dataVolume.usable) {
        if ($storage.classification -notin $serving) {
            Stop-CwOnClassification -Name $storage.classification -Reason $storage.reasons -Refusal $Fact.refusal
        }
        Stop-CwAction -Code 'CW1035' -Outcome 'unsafe' -Message (
            "The virtual disk is attached, its drive $($Fact.inventory.virtualDisk.letter): is unusable.")
    }
    if (-not $AtBoot) {
        Save-CwActAtBoot -Machine $Machine -Used
    }
    return $storage
}
