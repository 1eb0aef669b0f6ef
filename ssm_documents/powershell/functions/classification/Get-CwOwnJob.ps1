function Get-CwOwnJob {
    <#
    .SYNOPSIS
        Lists the storage jobs but those that Windows shows for other virtual disks and not for the inventory's.
    .DESCRIPTION
        The repair of somebody's own pool may take hours. A job that Windows shows for no virtual disk counts: which
        objects a job is associated with isn't documented.
    .PARAMETER Inventory
        The inventory; without one every job counts.
    .OUTPUTS
        System.Collections.Hashtable (Get-CwStorageJob)
    .EXAMPLE
        Get-CwOwnJob -Inventory $inventory
    .NOTES
        Source: [storage-pools#jobs].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory
    )

    $jobs = @(Get-CwStorageJob)
    if ($null -eq $Inventory -or $jobs.Count -eq 0) {
        return $jobs
    }
    $subsystem = Get-CwStorageSubSystem
    $own = @()
    $others = @()
    $spaces = @(Find-CwStorageObject -Query { Get-VirtualDisk -StorageSubSystem $subsystem -ErrorAction Stop })
    foreach ($space in $spaces) {
        $query = { Get-StorageJob -VirtualDisk $space -ErrorAction Stop }
        $ids = @(Find-CwStorageObject -Query $query | ForEach-Object { [string] $_.UniqueId })
        if ($space.UniqueId -eq $Inventory.virtualDisk.uniqueId) {
            $own += $ids
        }
        else {
            $others += $ids
        }
    }
    return @($jobs | Where-Object { $own -contains $_.uniqueId -or $others -notcontains $_.uniqueId })
}
