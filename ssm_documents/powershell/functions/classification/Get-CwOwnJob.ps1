function Get-CwOwnJob {
    <#
    .SYNOPSIS
        Lists the storage jobs but those that Windows shows for other virtual disks and not for the inventory's.
    .DESCRIPTION
        A job that Windows shows for no virtual disk counts: what a job is associated with isn't documented.
    .PARAMETER Inventory
        Without one every job counts.
    .PARAMETER SubSystem
        The local storage subsystem.
    .OUTPUTS
        System.Collections.Hashtable (Get-CwStorageJob)
    .EXAMPLE
        Get-CwOwnJob -Inventory $inventory -SubSystem $subsystem
    .NOTES
        Source: [storage-pools#jobs].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [object] $SubSystem
    )

    $jobs = @(Get-CwStorageJob)
    if ($null -eq $Inventory -or $jobs.Count -eq 0) {
        return $jobs
    }
    $own = @()
    $others = @()
    $spaces = @(Find-CwStorageObject -Query { Get-VirtualDisk -StorageSubSystem $SubSystem -ErrorAction Stop })
    foreach ($space in $spaces) {
        $ids = @(Find-CwStorageObject -Query { Get-StorageJob -VirtualDisk $space -ErrorAction Stop } |
                ForEach-Object { [string] $_.UniqueId })
        if ($space.UniqueId -eq $Inventory.virtualDisk.uniqueId) { $own += $ids } else { $others += $ids }
    }
    return @($jobs | Where-Object { $own -contains $_.uniqueId -or $others -notcontains $_.uniqueId })
}
