function Set-CwMemberRole {
    <#
    .SYNOPSIS
        Gives each pool member what its role needs, and adds the one cache disk.
    .DESCRIPTION
        Data disks are marked HDD, so that Windows never puts a cache on them; the Swap volume is Retired, so that it
        stays empty; one instance-store disk joins as Journal.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Pool
        The pool.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwMemberRole -Inventory $inventory -Pool $pool
    .NOTES
        Source: [write-cache#journal-media], [write-cache#one-journal-disk],
        [storage-pools#missing-disk-retired]. MediaType 3 is HDD.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [object] $Pool
    )

    if (-not $PSCmdlet.ShouldProcess($Pool.UniqueId, 'Set the roles of the members')) {
        return
    }
    $members = @(Get-CwPoolMember -Pool $Pool -Inventory $Inventory)
    foreach ($member in $members) {
        if ($member.role -eq 'data') {
            # A run that was cut off may have left a volume that Windows retired since, while it was missing.
            if ($member.usage -eq (Get-CwStatusNumber).retired) {
                Set-CwDiskUsage -Member $member -Usage 'AutoSelect'
            }
            if ([int] $member.instance.CimInstanceProperties['MediaType'].Value -ne 3) {
                $found = @(Get-PhysicalDisk -UniqueId $member.uniqueId -ErrorAction Stop)
                $null = Select-CwSingle -Found $found -What "disk $($member.serial)"
                Set-PhysicalDisk -UniqueId $member.uniqueId -MediaType 'HDD' -ErrorAction Stop
            }
        }
        elseif ($member.role -eq 'swap') {
            Set-CwDiskUsage -Member $member -Usage 'Retired'
        }
        elseif ($member.role -eq 'unknown') {
            Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Changed -Message (
                "Disk $($member.serial) is in the new pool, but not in the plan.")
        }
    }
    $data = @($members | Where-Object { $_.role -eq 'data' })
    $caches = @($members | Where-Object { $_.role -eq 'cache' })
    if ($data.Count -lt 2 -or $caches.Count -gt 1) {
        Stop-CwAction -Code 'CW1042' -Outcome 'unsafe' -Changed -Message (
            "$($data.Count) data volumes and $($caches.Count) instance-store disks are in the pool.")
    }
    if ($caches.Count -eq 1) {
        Set-CwDiskUsage -Member $caches[0] -Usage 'Journal'
        return
    }
    $cacheBytes = [long] $Inventory.virtualDisk.writeCacheBytes
    $instanceStore = @(Get-CwInstanceStore -SubSystem (Get-CwStorageSubSystem))
    $free = @($instanceStore | Where-Object { $_.free })
    $facts = @{ pool = $Pool; instanceStore = $instanceStore; free = $free }
    $needed = Get-CwNeededDiskSize -CacheBytes $cacheBytes
    Add-CwCacheDisk -Inventory $Inventory -Fact $facts -Needed $needed
}
