function Test-CwMoveNeeded {
    <#
    .SYNOPSIS
        Checks everything that a move of the write-back cache needs, and says whether it is needed.
    .DESCRIPTION
        Asked by the command before the worker is started, and by the worker again before it touches anything.
    .PARAMETER Work
        evacuate or restore.
    .PARAMETER Fact
        facts and inventory, as Get-CwStorageEvidence stores them.
    .PARAMETER Storage
        Get-CwStorageEvidence's answer.
    .PARAMETER Online
        The workflow asked for an evacuation while SQL Server runs (Get-CwConsent).
    .OUTPUTS
        System.Boolean: true if the cache must be moved, false if it is where it should be. A precondition that doesn't
        hold ends the action.
    .EXAMPLE
        Test-CwMoveNeeded -Work 'evacuate' -Fact $collected -Storage $storage
    .NOTES
        Source: [write-cache#move-room].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [ValidateSet('evacuate', 'restore')] [string] $Work,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Storage,
        [switch] $Online
    )

    $there = @{ 'evacuate' = 'EVACUATED'; 'restore' = 'CACHE_ON_NVME' }
    $from = @{ 'evacuate' = 'CACHE_ON_NVME'; 'restore' = 'EVACUATED' }
    if ($Storage.classification -eq $there[$Work]) {
        return $false
    }
    if ($Storage.classification -notin $from[$Work], 'MOVING') {
        Stop-CwOnClassification -Name $Storage.classification -Reason $Storage.reasons -Refusal $Fact.refusal
    }
    if ($Work -eq 'evacuate') {
        $seen = @{ Name = $Storage.classification; Fact = $Fact.facts; NotEvacuated = $Storage.notEvacuated }
        Confirm-CwEvacuable @seen
        $instances = @(Get-CwSqlInstance)
        $running = @($instances | Where-Object { $_.service -ne 1 })
        if ($running.Count -gt 0 -and -not $Online) {
            Stop-CwAction -Code 'CW1030' -Outcome 'refused' -Message (
                "SQL Server $($running[0].name) has service state $($running[0].service), expected 1 (Stopped).")
        }
        # The cache moves before a stop of the instance, which destroys what lies on the tempdb drive.
        $letters = @(Get-CwDriveLetter -Inventory $Fact.inventory -Fact $Fact.facts)
        $asked = @{ Inventory = $Fact.inventory; Disk = $Fact.facts.instanceStore; Letter = $letters }
        if ($running.Count -gt 0) {
            Confirm-CwOnlineMove @asked
        }
        else {
            $drive = Get-CwTempdbDrive @asked
            # Where no instance is there, or all are disabled, nobody can be asked what lies on the data drive, and what
            # was said last may be over: that is on EBS. What a stop destroys is seen on the other drives.
            $said = $instances.Count -gt 0 -and $drive.systemDatabases -ne 0
            if ($said -or $drive.foreignFiles -ne 0) {
                Stop-CwAction -Code 'CW1046' -Outcome 'unsafe' -Message (
                    "A stop would destroy, or may (no number: not known): files on instance store that aren't " +
                    "tempdb's: $($drive.foreignFiles) $($drive.foreignFile), of system databases: " +
                    "$($drive.systemDatabases); " +
                    "SQL Server was asked last: $($drive.seenAt), lost disk of the drive: $($drive.lostDisk).")
            }
        }
        return $true
    }
    if (-not $Fact.facts.readable) {
        Stop-CwAction -Code 'CW1035' -Outcome 'unsafe' -Message 'The data drive cannot be read; the cache stays.'
    }
    $needed = Get-CwNeededDiskSize -CacheBytes $Storage.virtualDisk.writeCacheBytes
    if (@($Fact.facts.members | Where-Object { $_.role -eq 'cache' -and $_.here }).Count -eq 0) {
        if ($Fact.facts.free.Count -eq 0) {
            Stop-CwAction -Code 'CW1032' -Outcome 'unsafe' -Message (
                'No blank instance-store disk is free for the cache.')
        }
        if ($null -eq (Select-CwCacheDisk -Free $Fact.facts.free -Needed $needed)) {
            Stop-CwAction -Code 'CW1033' -Outcome 'unsafe' -Message (
                "None of the $($Fact.facts.free.Count) blank instance-store disks has $needed bytes.")
        }
    }
    return $true
}
