function Get-CwUnevacuatedData {
    <#
    .SYNOPSIS
        Lists what lies on instance store and isn't moved by an evacuation, beside the tempdb drive; sets storeVolumes.
    .PARAMETER Fact
        Get-CwStorageFact's answer; storeVolumes is set.
    .PARAMETER Inventory
        The inventory, or null.
    .PARAMETER Uncached
        The node has no write cache: then what can't be told by a volume counts, too.
    .OUTPUTS
        System.String for each; none where pools are there and the inventory isn't: nothing is known of them
    .EXAMPLE
        @(Get-CwUnevacuatedData -Fact $facts -Inventory $inventory).Count -eq 0
    .NOTES
        Source: [glossary#proof-of-evacuation].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [switch] $Uncached
    )

    $Fact['storeVolumes'] = @()
    if ($null -eq $Inventory -and -not $Uncached) {
        return
    }
    $own = ''
    if (-not $Uncached) {
        $own = $Inventory.pool.uniqueId
    }
    $others = @(Get-CwInstanceStorePool -Pool $Fact.pools -PoolUniqueId $own)
    $search = @{ SubSystem = $Fact.subsystem; OtherPool = $others; Unlettered = [bool] $Uncached }
    $Fact.storeVolumes = @(Get-CwInstanceStoreVolume @search)
    $mixed = @($others | Where-Object { $_.mixed })
    $mounted = @($Fact.storeVolumes | Where-Object { $null -ne $_.told })
    @($mixed + $mounted) | ForEach-Object { $_.told }
    if ($Uncached) {
        $inUse = $Fact.instanceStore.Count - $Fact.free.Count
        Get-CwStoreFault -SubSystem $Fact.subsystem -Volume $Fact.storeVolumes -InUse $inUse
    }
}
