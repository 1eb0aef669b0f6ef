function Get-CwListedMember {
    <#
    .SYNOPSIS
        Looks for a disk among a pool's members.
    .DESCRIPTION
        Windows' storage provider keeps what it knows: a disk that isn't listed is gone only if two more looks don't
        find it after the provider was told to look again.
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
        Source: [storage-pools#snapshots], [write-cache#removal-pending].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $UniqueId,
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [object] $Inventory
    )

    foreach ($look in 1..3) {
        if ($look -eq 2) {
            Update-CwStorageView
        }
        $members = @(Get-CwPoolMember -Pool $Pool -Inventory $Inventory)
        $found = @($members | Where-Object { $_.uniqueId -eq $UniqueId })
        if ($found.Count -gt 0) {
            return $found[0]
        }
    }
    return $null
}
