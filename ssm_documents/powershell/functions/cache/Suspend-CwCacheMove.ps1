function Suspend-CwCacheMove {
    <#
    .SYNOPSIS
        Leaves the cache where it is, between two disks, so that nothing moves any more.
    .DESCRIPTION
        Both disks may hold it, none is to be emptied: no repair finds anything to move, and SQL Server has its volume
        to itself. From there the cache can move either way.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None
    .EXAMPLE
        Suspend-CwCacheMove -Inventory $inventory
    .NOTES
        Source: [write-cache#move-under-load], [write-cache#moves-with-retired].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $facts = Get-CwStorageFact -Inventory $Inventory
    foreach ($member in @($facts.members | Where-Object { $_.role -in 'swap', 'cache' -and $_.here })) {
        Set-CwDiskUsage -Member $member -Usage 'Journal'
    }
    Stop-CwStorageJob -VirtualDiskId $Inventory.virtualDisk.uniqueId
}
