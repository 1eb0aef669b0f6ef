function Undo-CwPoolRemoval {
    <#
    .SYNOPSIS
        Takes the word back that a pool goes, where its virtual disk is still there: what it is is looked at anew.
    .DESCRIPTION
        A run of RebuildStorage wrote that the pool goes, and was cut off before it removed anything. Hours may have
        passed: Windows may have got the virtual disk back, and the primary that had the data may be gone.
    .PARAMETER Inventory
        The inventory; where it says building = 'rebuild' it is changed, not written: who acts by it writes it.
    .PARAMETER Pool
        The pools of the local subsystem.
    .OUTPUTS
        System.Boolean, true if the inventory names the pool again
    .EXAMPLE
        Undo-CwPoolRemoval -Inventory $inventory -Pool $facts.pools
    .NOTES
        Source: [glossary#destruction-needs-proof].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Pool
    )

    if ([string] $Inventory.building -ne 'rebuild') {
        return $false
    }
    $pools = @($Pool | Where-Object { $_.UniqueId -eq $Inventory.pool.removing })
    if ($pools.Count -ne 1) {
        return $false
    }
    $virtualDisks = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pools[0] -ErrorAction Stop })
    if ($virtualDisks.Count -ne 1 -or -not $PSCmdlet.ShouldProcess($pools[0].UniqueId, 'Name the pool again')) {
        return $false
    }
    $Inventory.building = $false
    $Inventory.pool = [pscustomobject] @{
        uniqueId = [string] $pools[0].UniqueId
        friendlyName = $Inventory.pool.friendlyName
        removing = ''
    }
    $Inventory.virtualDisk.uniqueId = [string] $virtualDisks[0].UniqueId
    return $true
}
