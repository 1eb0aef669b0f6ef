function Set-CwCacheSerial {
    <#
    .SYNOPSIS
        Writes into the inventory which instance-store disk is the cache.
    .PARAMETER Inventory
        The inventory; it is changed and written.
    .PARAMETER Disk
        serial, uniqueId, sizeBytes of the disk.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwCacheSerial -Inventory $inventory -Disk $disk
    .NOTES
        Source: design 5 (Inventory).
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Disk
    )

    $others = @($Inventory.members | Where-Object { $_.role -ne 'cache' })
    $entry = [pscustomobject] @{
        serial = $Disk.serial
        uniqueId = $Disk.uniqueId
        role = 'cache'
        sizeBytes = $Disk.sizeBytes
    }
    $Inventory.members = @($others) + @($entry)
    Write-CwStateFile -Name 'inventory' -Content $Inventory
}
