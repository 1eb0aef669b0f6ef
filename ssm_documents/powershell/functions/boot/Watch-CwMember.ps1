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
        if ($null -eq $inventory -or $inventory.building -or @(Get-CwFolderFault).Count -gt 0) {
            return
        }
        Save-CwMemberRecord -Inventory $inventory -Fact (Get-CwStorageFact -Inventory $inventory)
    }
    catch {
        Write-CwLog -Message "the pool's members weren't seen: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
