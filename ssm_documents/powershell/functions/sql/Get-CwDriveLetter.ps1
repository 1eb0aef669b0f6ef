function Get-CwDriveLetter {
    <#
    .SYNOPSIS
        Returns the letters of the data and the tempdb drive, and of all others that a stop destroys.
    .PARAMETER Inventory
        The inventory, or null: then only what lies on instance store counts.
    .PARAMETER Fact
        Where Get-CwStorageEvidence stored what it saw of this inventory's storage; without it the storage is asked.
    .OUTPUTS
        System.String: data, tempdb (the data drive's letter again where there is no tempdb drive), and those of further
        drives on instance-store disks, which somebody else made
    .EXAMPLE
        Get-CwDriveLetter -Inventory $inventory
    .NOTES
        Source: [glossary#inventory].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [hashtable] $Fact
    )

    # No drive is called ?:.
    $own, $data, $tempdb = '', '?', '?'
    if ($null -ne $Inventory) {
        $own, $data, $tempdb = $Inventory.pool.uniqueId, $Inventory.virtualDisk.letter, $Inventory.virtualDisk.letter
        if ($null -ne $Inventory.tempdb) {
            $tempdb = $Inventory.tempdb.letter
        }
    }
    if ($null -eq $Fact) {
        $subsystem = Get-CwStorageSubSystem
        $pools = @(Find-CwStorageObject -Query {
                Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
            })
        $others = @(Get-CwInstanceStorePool -Pool $pools -PoolUniqueId $own)
        $Fact = @{ storeVolumes = @(Get-CwInstanceStoreVolume -SubSystem $subsystem -OtherPool $others) }
    }
    $further = @($Fact.storeVolumes | ForEach-Object { $_.letter } |
            Where-Object { $_ -notin @('', $data, $tempdb) } | Sort-Object -Unique)
    return @(@($data, $tempdb) + $further)
}
