function Get-CwFoundMember {
    <#
    .SYNOPSIS
        Lists a pool's members with the roles that they prove.
    .PARAMETER Pool
        The pool.
    .PARAMETER CacheBytes
        Size of the virtual disk's write-back cache.
    .PARAMETER Named
        What a person says: role (data, swap) by serial number.
    .PARAMETER Known
        What the inventory that is there says: role by serial number.
    .OUTPUTS
        System.Collections.Hashtable: Get-CwPoolMember's, with role, why and code (Get-CwMemberRole), told (for people)
    .EXAMPLE
        Get-CwFoundMember -Pool $pool -CacheBytes 100GB -Named @{} -Known @{}
    .NOTES
        Source: [write-cache#extents]. Extents are asked for only where the footprint shows none: a data volume has
        thousands of them.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [long] $CacheBytes,
        [Parameter(Mandatory)] [hashtable] $Named,
        [Parameter(Mandatory)] [hashtable] $Known
    )

    $nobodys = [pscustomobject] @{
        members = @()
        virtualDisk = [pscustomobject] @{ writeCacheBytes = $CacheBytes }
    }
    foreach ($member in @(Get-CwPoolMember -Pool $Pool -Inventory $nobodys)) {
        if (-not $member.holds) {
            $disk = $member.instance
            $extents = @(Find-CwStorageObject -Query { Get-PhysicalExtent -PhysicalDisk $disk -ErrorAction Stop })
            $member.holds = $extents.Count -gt 0
        }
        $found = Get-CwMemberRole -Member $member -Named $Named -Known $Known
        $member.role = $found.role
        $member['why'] = $found.why
        $member['code'] = $found.code
        $what = $found.role
        if ($what -eq '') {
            $what = 'unclear'
        }
        $name = ConvertTo-CwAsciiJson -InputObject ([string] $member.instance.FriendlyName)
        $member['told'] = "disk $($member.serial -creplace '^vol', 'vol-'): $what ($($found.why)), " +
            "$([Math]::Round($member.sizeBytes / 1GB, 1)) GiB, HealthStatus $($member.health), " +
            "OperationalStatus $($member.operational -join ', '), name $name"
        $member
    }
}
