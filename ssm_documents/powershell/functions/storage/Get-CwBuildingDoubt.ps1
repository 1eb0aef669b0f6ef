function Get-CwBuildingDoubt {
    <#
    .SYNOPSIS
        Says why an inventory that tells of a building isn't believed: it may be one write older than a built storage.
    .DESCRIPTION
        The inventory itself is damaged or gone, and its copy is read. That has the virtual disk's id; so all that the
        file can have said besides is that the storage is built. Only a disk that is online and has no partition proves
        that it wasn't.
    .PARAMETER VirtualDisk
        The virtual disk that the copy names.
    .OUTPUTS
        System.String, or null: then the storage is being built
    .EXAMPLE
        Get-CwBuildingDoubt -VirtualDisk $facts.virtualDisk
    .NOTES
        Source: [glossary#inventory], [windows#replace-file].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    if (Test-CwInventoryWhole) {
        return $null
    }
    $disks = @(Find-CwStorageObject -Query { Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop })
    if ($disks.Count -eq 1 -and -not $disks[0].IsOffline -and @(Get-CwDataPartition -Disk $disks[0]).Count -eq 0) {
        return $null
    }
    return 'inventory.json is damaged or gone, its copy tells of a building: CacheWarden-AdoptStorage writes it anew'
}
