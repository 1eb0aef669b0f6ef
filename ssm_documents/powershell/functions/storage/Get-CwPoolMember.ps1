function Get-CwPoolMember {
    <#
    .SYNOPSIS
        Lists the pool's members with their roles.
    .DESCRIPTION
        A role comes from the inventory, by serial number; a member that has lost its connection and with it its serial
        number is known by its UniqueId. An instance-store disk can only be the cache. Everything else is unknown.
        The pool knows what lay on a disk that is gone; whether Windows tells it isn't documented.
    .PARAMETER Pool
        The storage pool.
    .PARAMETER Inventory
        The inventory (Read-CwStateFile).
    .PARAMETER Record
        What was recorded of its members (Read-CwMemberRecord), where the caller has just read it.
    .OUTPUTS
        System.Collections.Hashtable, see Get-CwStorageFact
    .EXAMPLE
        Get-CwPoolMember -Pool $pool -Inventory $inventory
    .NOTES
        Source: [storage-pools#health-numbers], [windows#serial-numbers]. "ok" is Healthy (0) with OperationalStatus OK
        (2) or In Service (11) only. "here" also admits Degraded (3), Stressed (4) and Predictive Failure (5): a failing
        cache disk can still be evacuated; Lost Communication (13) and numbers that aren't known can't. "answers" is
        Healthy or Warning (1) without Starting (8), No Contact (12) and Lost Communication. "holds": the disk has an
        extent, a footprint, or the cache's size counted. countedBytes: the most of what Windows says is allocated, is
        the disk's footprint, and has extents there; each may leave the cache out [write-cache#extents],
        [write-cache#footprint], [write-cache#allocated].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [object] $Inventory,
        [AllowNull()] [hashtable] $Record
    )

    $number = Get-CwStatusNumber
    $cacheBytes = [long] $Inventory.virtualDisk.writeCacheBytes
    $roles = @{}
    foreach ($member in $Inventory.members) {
        $roles[$member.serial] = $member.role
        if (-not [string]::IsNullOrEmpty($member.uniqueId)) {
            $roles[$member.uniqueId] = $member.role
        }
    }
    foreach ($disk in @(Get-PhysicalDisk -StoragePool $Pool -ErrorAction Stop)) {
        $raw = $disk.CimInstanceProperties
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        $role = 'unknown'
        if ($serial -ne '' -and $roles.Contains($serial)) {
            $role = $roles[$serial]
        }
        elseif ($serial -clike 'AWS*') {
            $role = 'cache'
        }
        elseif ($serial -eq '' -and $roles.Contains($disk.UniqueId)) {
            $role = $roles[$disk.UniqueId]
        }
        $health = [int] $raw['HealthStatus'].Value
        $operational = @([int[]] $raw['OperationalStatus'].Value)
        $here = @($operational | Where-Object { $_ -notin $number.present }).Count -eq 0
        $extents = @()
        $query = { Get-PhysicalExtent -PhysicalDisk $disk -ErrorAction Stop }
        if ($here -and $role -in 'swap', 'cache') {
            $extents = @(Find-CwStorageObject -Query $query)
        }
        elseif ($role -eq 'cache') {
            try {
                $extents = @(Find-CwStorageObject -Query $query)
            }
            catch {
                $why = (ConvertTo-CwFailure -ErrorRecord $_).message
                Write-CwLog -Message "${serial}: its extents aren't told: $why"
            }
        }
        $counted = [Math]::Max([long] $disk.AllocatedSize, [long] $disk.VirtualDiskFootprint)
        if ($counted -lt $cacheBytes -and $extents.Count -gt 0) {
            $listed = [long] 0
            foreach ($extent in $extents) {
                $listed += [long] $extent.Size
            }
            $counted = [Math]::Max($counted, $listed)
        }
        $holds = $extents.Count -gt 0 -or [long] $disk.VirtualDiskFootprint -gt 0 -or
            ($cacheBytes -gt 0 -and $counted -ge $cacheBytes)
        $usage = [int] $raw['Usage'].Value
        $answers = $health -in $number.usable -and
            @($operational | Where-Object { $_ -in $number.silent }).Count -eq 0
        $retiredAway = $false
        if ($answers -and $role -in 'data', 'swap' -and $usage -eq $number.retired) {
            if ($null -eq $Record) {
                $Record = Read-CwMemberRecord -Pool $Pool
            }
            $before = $Record.members[$serial]
            $retiredAway = $null -ne $before -and $before.missing -and $null -ne $before.usage -and
                $before.usage -ne $number.retired
        }
        @{
            serial = $serial
            uniqueId = [string] $disk.UniqueId
            role = $role
            usage = $usage
            health = $health
            operational = $operational
            ok = $health -eq $number.healthy -and @($operational | Where-Object { $_ -notin $number.whole }).Count -eq 0
            answers = $answers
            retiredAway = $retiredAway
            here = $here
            holds = $holds
            sizeBytes = [long] $disk.Size
            countedBytes = $counted
            footprintBytes = [long] $disk.VirtualDiskFootprint
            instance = $disk
        }
    }
}
