function Get-CwInventoryDoubt {
    <#
    .SYNOPSIS
        Says why a node that sees none of its inventory's volumes isn't the one that the inventory was written on.
    .DESCRIPTION
        An instance that was made from an AMI or a snapshot of a root volume carries its inventory, and has a root
        volume of its own. No script knows the instance's id; the volume's serial number was written down while a volume
        of the inventory was there (Watch-CwMember). Until a rebuild ends, the record is the removed pool's.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.String, or null where nothing is known of another one
    .EXAMPLE
        Get-CwInventoryDoubt -Inventory $inventory
    .NOTES
        Source: [windows#serial-numbers], [storage-pools#pool-moves].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $pool = $Inventory.pool
    if ('rebuild' -eq $Inventory.building) {
        $pool = @{ UniqueId = $pool.removing }
    }
    $known = (Read-CwMemberRecord -Pool $pool).systemDisk
    $own = Get-CwSystemDisk
    if ($known -in '', $own -or $own -eq '') {
        return $null
    }
    return "the inventory was written on another instance, or before the root volume was replaced ($known, " +
        "now $own); its volumes aren't here"
}
