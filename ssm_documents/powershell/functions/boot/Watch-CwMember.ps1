function Watch-CwMember {
    <#
    .SYNOPSIS
        Writes down how the pool's EBS volumes are now, so that a later look knows what was before.
    .DESCRIPTION
        Nothing else is done with them, and nothing fails for it. Into a folder that isn't ours alone nothing is
        written.
    .OUTPUTS
        None
    .EXAMPLE
        Watch-CwMember
    .NOTES
        Source: [storage-pools#missing-disk-retired], [glossary#boot-task].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param()

    try {
        $inventory = Read-CwStateFile -Name 'inventory'
        if ($null -eq $inventory -or $inventory.building) {
            return
        }
        $subsystem = Get-CwStorageSubSystem
        $pools = @(Find-CwStorageObject -Query {
                Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
            } | Where-Object { $_.UniqueId -eq $inventory.pool.uniqueId })
        if ($pools.Count -eq 1) {
            $seen = @{ pool = $pools[0]; members = @(Get-CwPoolMember -Pool $pools[0] -Inventory $inventory) }
            Save-CwMemberRecord -Inventory $inventory -Fact $seen -SystemDisk (Get-CwSystemDisk) -ConfirmFolder
        }
    }
    catch {
        Write-CwLog -Message "the pool's members weren't seen: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
