function Get-CwListedMember {
    <#
    .SYNOPSIS
        Looks for a disk among a pool's members.
    .DESCRIPTION
        Windows' storage provider keeps what it knows: it may list a disk that has left, or not list one that is there.
        So it is told to look again first, and a disk is gone only if two looks after that don't find it.
    .PARAMETER UniqueId
        The disk.
    .PARAMETER Pool
        The pool.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.Collections.Hashtable, the member (Get-CwPoolMember), or null
    .EXAMPLE
        Get-CwListedMember -UniqueId $nvme.uniqueId -Pool $pool -Inventory $inventory
    .NOTES
        Source: [write-cache#removed-disk-listed], [write-cache#removal-pending].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $UniqueId,
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [object] $Inventory
    )

    $view = @{ StorageSubSystem = Get-CwStorageSubSystem; DiscoveryLevel = 'Full'; ErrorAction = 'Stop' }
    Update-StorageProviderCache @view
    foreach ($look in 1..2) {
        $members = @(Get-CwPoolMember -Pool $Pool -Inventory $Inventory)
        $found = @($members | Where-Object { $_.uniqueId -eq $UniqueId })
        if ($found.Count -gt 0) {
            return $found[0]
        }
    }
    return $null
}
