function Read-CwMemberRecord {
    <#
    .SYNOPSIS
        Returns what usage the pool's EBS volumes had when they were last seen, which of them was missing since, whether
        Windows counts the cache on the disk that has it, and whether instance store of the host was here in which boot.
    .DESCRIPTION
        Only this tells a volume that Windows retired while it was missing from one that a person retired, and a Swap
        volume without the cache from one whose cache Windows doesn't count. A record that can't be read, or that is
        another pool's, counts as none.
    .PARAMETER Pool
        The pool, or null, of which nothing was recorded.
    .OUTPUTS
        System.Collections.Hashtable: members (by serial number: usage, null where it wasn't seen, and missing),
        uncounted (true only where Save-CwMemberRecord saw it), moving (a move of such a cache was begun and not ended),
        systemDisk (serial number of the root volume, empty where it wasn't written down), storeBoot (id of the boot
        that storeSeen tells of, empty where none was looked at), storeSeen (the cache disk, or one of the inventory's
        instance-store disks, was here in it), cacheSeen (the cache disk was, or may have been: nobody looked early). A
        former version's record says neither uncounted nor what follows.
    .EXAMPLE
        (Read-CwMemberRecord -Pool $pool).members[$serial].usage
    .NOTES
        Source: [storage-pools#missing-disk-retired], [write-cache#allocated].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Pool
    )

    $empty = {
        @{
            members = @{}
            uncounted = $false
            moving = $false
            systemDisk = ''
            storeBoot = ''
            storeSeen = $true
            cacheSeen = $true
        }
    }
    $record = & $empty
    if ($null -eq $Pool) {
        return $record
    }
    try {
        $state = Read-CwStateFile -Name 'members'
        if ($null -ne $state -and $state.pool -eq $Pool.UniqueId) {
            foreach ($entry in $state.members) {
                $record.members[$entry.serial] = @{ usage = $entry.usage; missing = $entry.missing -eq $true }
            }
            $record.systemDisk = [string] (Get-CwPlannedValue -Plan $state -Name 'systemDisk' -Default $null)
            $record.storeBoot = [string] (Get-CwPlannedValue -Plan $state -Name 'storeBoot' -Default '')
            $record.storeSeen = (Get-CwPlannedValue -Plan $state -Name 'storeSeen' -Default $true) -ne $false
            $record.cacheSeen = (Get-CwPlannedValue -Plan $state -Name 'cacheSeen' -Default $true) -ne $false
            if (@($state.PSObject.Properties | ForEach-Object { $_.Name }) -contains 'uncounted') {
                $record.uncounted = $state.uncounted -eq $true
                $record.moving = $state.moving -eq $true
            }
        }
    }
    catch {
        Write-CwLog -Message "record of the members not read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        $record = & $empty
    }
    return $record
}
