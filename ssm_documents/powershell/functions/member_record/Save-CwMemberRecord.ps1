function Save-CwMemberRecord {
    <#
    .SYNOPSIS
        Writes down the usage of the pool's EBS volumes, which of them are missing, and whether Windows counts the cache
        (Read-CwMemberRecord).
    .DESCRIPTION
        Of a volume that is missing, and of one that came back Retired, the usage from before stays written down, until
        it serves again. Written only where it differs.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Fact
        pool and members, as Get-CwStorageFact answers.
    .PARAMETER Move
        begins or ended, where a move of the cache does: where Windows counts no cache, nothing else says that one was
        cut off.
    .PARAMETER SystemDisk
        Get-CwSystemDisk's answer, written down while a volume of the inventory is there.
    .PARAMETER ConfirmFolder
        Writes nothing into a folder that isn't CacheWarden's alone; the caller hasn't looked at it.
    .OUTPUTS
        None; a file that can't be written is only logged: a volume then stays as Windows has set it.
    .EXAMPLE
        Save-CwMemberRecord -Inventory $inventory -Fact $facts
    .NOTES
        Source: [storage-pools#missing-disk-retired], [write-cache#allocated].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [ValidateSet('', 'begins', 'ended')] [string] $Move = '',
        [string] $SystemDisk = '',
        [switch] $ConfirmFolder
    )

    if ($null -eq $Inventory -or $Inventory.building -or $null -eq $Fact.pool) {
        return
    }
    $record = Read-CwMemberRecord -Pool $Fact.pool
    $uncounted = Test-CwCacheUncounted -Member $Fact.members -Inventory $Inventory
    if ($null -eq $uncounted) {
        $uncounted = $record.uncounted
    }
    $moving = $record.moving
    if ($Move -ne '') {
        $moving = $Move -eq 'begins'
    }
    $changed = $uncounted -ne $record.uncounted -or $moving -ne $record.moving
    $members = foreach ($known in @($Inventory.members | Where-Object { $_.role -ne 'cache' })) {
        $before = $record.members[$known.serial]
        $seen = @($Fact.members | Where-Object { $_.serial -eq $known.serial -and $_.answers })
        $now = @{ usage = $null; missing = $true }
        if ($null -ne $before) {
            $now.usage = $before.usage
        }
        if ($seen.Count -eq 1 -and -not $seen[0].retiredAway) {
            $now = @{ usage = $seen[0].usage; missing = $false }
        }
        $changed = $changed -or $null -eq $before -or $before.usage -ne $now.usage -or $before.missing -ne $now.missing
        [ordered] @{ serial = $known.serial; usage = $now.usage; missing = $now.missing }
    }
    if ($SystemDisk -eq '' -or @($members | Where-Object { -not $_.missing }).Count -eq 0) {
        $SystemDisk = $record.systemDisk
    }
    $changed = $changed -or $SystemDisk -ne $record.systemDisk
    if (-not $changed -or ($ConfirmFolder -and @(Get-CwFolderFault).Count -gt 0)) {
        return
    }
    try {
        $content = [ordered] @{
            pool = [string] $Fact.pool.UniqueId
            members = @($members)
            uncounted = $uncounted
            moving = $moving
            systemDisk = $SystemDisk
        }
        Write-CwStateFile -Name 'members' -Content $content
    }
    catch {
        Write-CwLog -Message "record of the members not written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
