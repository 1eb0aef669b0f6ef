function Get-CwPoollessClassification {
    <#
    .SYNOPSIS
        Classifies a node whose inventory names a pool that isn't there, or tells of a rebuild.
    .DESCRIPTION
        A pool vanishes when all its disks do: its EBS volumes are detached, or still on their way after a boot. One
        that the failover cluster took in is shown by the cluster's subsystem alone: of all nodes' pools only ours has
        this UniqueId, and nothing but its IsClustered is read of it. Disks that are there without their pool mean that
        somebody removed it: a person must look. So must one where the inventory is another instance's, whose volumes
        must not be attached here; it may tell of a rebuild, which nothing continues here then.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER UptimeSeconds
        Seconds since Windows started.
    .OUTPUTS
        System.Collections.Hashtable, as Get-CwStorageClassification's
    .EXAMPLE
        Get-CwPoollessClassification -Fact $facts -Inventory $inventory -UptimeSeconds 400
    .NOTES
        Source: [glossary#storage-classification], [failover-cluster#storage-views],
        [failover-cluster#automatic-clustering].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [double] $UptimeSeconds
    )

    $answer = @{ name = 'AMBIGUOUS'; reasons = @(); missing = @(); warnings = @(); deadCache = $null; refusal = $null }
    $clustered = @(Find-CwStorageObject -Query { Get-StoragePool -IsPrimordial $false -ErrorAction Stop } |
            Where-Object { $_.UniqueId -eq $Inventory.pool.uniqueId -and $_.IsClustered })
    $rebuild = 'rebuild' -eq $Inventory.building
    if ($clustered.Count -gt 0 -and -not $rebuild) {
        $answer.name = 'CLUSTERED'
        $answer.reasons = @('the failover cluster has taken the pool in (IsClustered)')
        return $answer
    }
    $serials = foreach ($disk in @(Get-PhysicalDisk -StorageSubsystem $Fact.subsystem -ErrorAction Stop)) {
        ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
    }
    $answer.missing = @(foreach ($member in $Inventory.members) {
            if (@($serials) -notcontains $member.serial) {
                @{ serial = $member.serial; role = $member.role }
            }
        })
    $ebs = @($answer.missing | Where-Object { $_.role -ne 'cache' })
    $doubt = $null
    if ($ebs.Count -gt 0 -and $ebs.Count -eq @($Inventory.members | Where-Object { $_.role -ne 'cache' }).Count) {
        $doubt = Get-CwInventoryDoubt -Inventory $Inventory
    }
    if ($rebuild -and $null -eq $doubt) {
        $answer.name = 'CACHE_LOST'
        $answer.reasons = @('the rebuild after the loss of the cache is not finished, RebuildStorage continues it')
        $answer.missing = @()
    }
    elseif ($ebs.Count -eq 0) {
        $answer.reasons = @("the pool of the inventory isn't there, though all its EBS volumes are")
    }
    elseif ($UptimeSeconds -lt 180) {
        $answer.name = 'STARTING'
        $answer.reasons = @("$($ebs.Count) EBS volumes can't be seen; Windows started $([int] $UptimeSeconds) s ago")
    }
    else {
        $answer.name = 'EBS_MISSING'
        $answer.reasons = @("$($ebs.Count) EBS volumes of the inventory can't be seen, nor can the pool")
        if ($null -ne $doubt) {
            $answer.name = 'AMBIGUOUS'
            $answer.reasons = @($doubt)
            $answer.refusal = 'CW1073'
        }
    }
    return $answer
}
