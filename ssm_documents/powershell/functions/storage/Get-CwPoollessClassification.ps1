function Get-CwPoollessClassification {
    <#
    .SYNOPSIS
        Classifies a node whose inventory names a pool that isn't there.
    .DESCRIPTION
        A pool vanishes when all its disks do: its EBS volumes are detached, or still on their way after a boot. Disks
        that are there without their pool mean that somebody removed it: a person must look.
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
        Source: [glossary#storage-classification].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [double] $UptimeSeconds
    )

    $answer = @{ name = 'AMBIGUOUS'; reasons = @(); missing = @(); warnings = @(); deadCache = $null }
    $serials = foreach ($disk in @(Get-PhysicalDisk -StorageSubsystem $Fact.subsystem -ErrorAction Stop)) {
        ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
    }
    $answer.missing = @(foreach ($member in $Inventory.members) {
            if (@($serials) -notcontains $member.serial) {
                @{ serial = $member.serial; role = $member.role }
            }
        })
    $ebs = @($answer.missing | Where-Object { $_.role -ne 'cache' })
    if ($ebs.Count -eq 0) {
        $answer.reasons = @("the pool of the inventory isn't there, though all its EBS volumes are")
    }
    elseif ($UptimeSeconds -lt 180) {
        $answer.name = 'STARTING'
        $answer.reasons = @("$($ebs.Count) EBS volumes can't be seen; Windows started $([int] $UptimeSeconds) s ago")
    }
    else {
        $answer.name = 'EBS_MISSING'
        $answer.reasons = @("$($ebs.Count) EBS volumes of the inventory can't be seen, nor can the pool")
    }
    return $answer
}
