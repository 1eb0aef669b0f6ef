function Save-CwInstanceStore {
    <#
    .SYNOPSIS
        Writes into the inventory which instance-store disks this host has, and which of them is the cache.
    .DESCRIPTION
        Only a disk that isn't among them proves later that the instance runs on another host, and that the cache went
        with the old one. Disks that come late on the same host are added; on another host none of the known ones is
        there, and the list begins anew.
    .PARAMETER Inventory
        The inventory; it is changed, and written if it differs.
    .PARAMETER Disk
        The instance-store disks (Get-CwInstanceStore).
    .PARAMETER Cache
        serial, uniqueId, sizeBytes of the disk that is, or becomes, the cache; without it that stays as it is.
    .OUTPUTS
        None
    .EXAMPLE
        Save-CwInstanceStore -Inventory $inventory -Disk $facts.instanceStore
    .NOTES
        Source: [glossary#inventory], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Disk,
        [hashtable] $Cache
    )

    $here = @($Disk | ForEach-Object { $_.serial })
    $known = @($Inventory.instanceStore | Where-Object { $null -ne $_ })
    $serials = @($here)
    if (@($known | Where-Object { $here -contains $_ }).Count -gt 0) {
        $serials = @(@($known) + @($here) | Sort-Object | Select-Object -Unique)
    }
    $changed = $here.Count -gt 0 -and ($serials -join '|') -ne ($known -join '|')
    if ($changed) {
        $Inventory.instanceStore = $serials
    }
    if ($null -ne $Cache) {
        $Inventory.members = @($Inventory.members | Where-Object { $_.role -ne 'cache' }) + @([pscustomobject] @{
                serial = $Cache.serial
                uniqueId = $Cache.uniqueId
                role = 'cache'
                sizeBytes = $Cache.sizeBytes
            })
    }
    if ($changed -or $null -ne $Cache) {
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
}
