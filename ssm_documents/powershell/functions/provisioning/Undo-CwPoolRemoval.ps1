function Undo-CwPoolRemoval {
    <#
    .SYNOPSIS
        Takes the word back that a pool goes, where its virtual disk is still there: the loss is then proven anew.
    .DESCRIPTION
        A run of RebuildStorage wrote that the pool goes, and was cut off before it removed anything. Hours may have
        passed: Windows may have got the virtual disk back, and the primary that had the data may be gone.
    .PARAMETER Inventory
        The inventory with building = 'rebuild'; it is changed and written.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        System.Boolean, true if the inventory names the pool again
    .EXAMPLE
        Undo-CwPoolRemoval -Inventory $inventory -Fact $facts
    .NOTES
        Source: [glossary#destruction-needs-proof].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $pools = @($Fact.pools | Where-Object { $_.UniqueId -eq $Inventory.pool.removing })
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
    Write-CwStateFile -Name 'inventory' -Content $Inventory
    Write-CwLog -Message "pool $($pools[0].UniqueId) has its virtual disk: whether it is lost is looked at anew"
    return $true
}
