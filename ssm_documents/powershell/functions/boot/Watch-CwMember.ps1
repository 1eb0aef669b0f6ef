function Watch-CwMember {
    <#
    .SYNOPSIS
        Writes down how the pool's EBS volumes are now, and which instance-store disks came late, so that a later look
        knows what was before.
    .DESCRIPTION
        Nothing else is done with them, and nothing fails for it. Into a folder that isn't ours alone nothing is
        written. A late disk that isn't known as this host's would pass for another host's. While an action of
        CacheWarden holds the lock nothing is written either: it writes down how a move stands.
    .PARAMETER Locked
        The caller holds the lock.
    .OUTPUTS
        None
    .EXAMPLE
        Watch-CwMember
    .NOTES
        Source: [storage-pools#missing-disk-retired], [glossary#boot-task], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [switch] $Locked
    )

    $look = {
        $inventory = Read-CwStateFile -Name 'inventory'
        if ($null -eq $inventory -or $inventory.building -eq $true) {
            return
        }
        $subsystem = Get-CwStorageSubSystem
        $pools = @(Find-CwStorageObject -Query {
                Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
            })
        $undone = Undo-CwPoolRemoval -Inventory $inventory -Pool $pools
        if ($inventory.building) {
            return
        }
        $pools = @($pools | Where-Object { $_.UniqueId -eq $inventory.pool.uniqueId })
        $store = @(Get-CwInstanceStore -SubSystem $subsystem)
        $seen = @{ pool = $null; members = @(); instanceStore = $store }
        if ($pools.Count -eq 1) {
            $seen.pool = $pools[0]
            $seen.members = @(Get-CwPoolMember -Pool $pools[0] -Inventory $inventory)
        }
        $record = @{ Inventory = $inventory; Fact = $seen; Machine = Get-CwHost }
        Save-CwMemberRecord @record -SystemDisk (Get-CwSystemDisk) -ConfirmFolder
        $known = @($inventory.instanceStore)
        $late = @($store | Where-Object { $known -notcontains $_.serial })
        $new = $late.Count -gt 0 -and $late.Count -lt $store.Count
        if ($new -and -not $undone -and @(Get-CwFolderFault).Count -eq 0) {
            Save-CwInstanceStore -Inventory $inventory -Disk $store
        }
    }
    try {
        if ($Locked) {
            & $look
        }
        else {
            Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock $look
        }
    }
    catch {
        Write-CwLog -Message "the pool's members weren't seen: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
