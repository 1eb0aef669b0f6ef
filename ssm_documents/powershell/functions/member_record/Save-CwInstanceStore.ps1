function Save-CwInstanceStore {
    <#
    .SYNOPSIS
        Writes into the inventory which instance-store disks this host has, and which of them is the cache.
    .DESCRIPTION
        Only a disk that isn't among them proves later that the instance runs on another host, and that the cache went
        with the old one. Disks that come late on the same host are added; on another host none of the known ones is
        there, and the list begins anew. Written only where it differs.
    .PARAMETER Inventory
        The inventory; it is changed, and written if it differs.
    .PARAMETER Disk
        The instance-store disks (Get-CwInstanceStore).
    .PARAMETER Cache
        serial, uniqueId, sizeBytes of the disk that is, or becomes, the cache; without it that stays as it is.
    .PARAMETER Joins
        That disk joins the pool next. Without its name here nobody knew after a loss of power whose it is: what can't
        be written for two minutes ends the action with CW3020. Else it is only logged, and written by the next start or
        move: to undo a move, or to keep SQL Server down, would be worse.
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
        [hashtable] $Cache,
        [switch] $Joins
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
        $others = @($Inventory.members | Where-Object { $_.role -ne 'cache' })
        $former = @($Inventory.members | Where-Object { $_.role -eq 'cache' })
        $entry = [pscustomobject] @{
            serial = $Cache.serial
            uniqueId = $Cache.uniqueId
            role = 'cache'
            sizeBytes = $Cache.sizeBytes
        }
        $Inventory.members = @($others) + @($entry)
        $changed = $changed -or $former.Count -ne 1 -or $former[0].serial -ne $entry.serial -or
            $former[0].uniqueId -ne $entry.uniqueId -or $former[0].sizeBytes -ne $entry.sizeBytes
    }
    if (-not $changed) {
        return
    }
    try {
        Write-CwStateFile -Name 'inventory' -Content $Inventory -Attempts (20 + 80 * [int] $Joins.IsPresent)
    }
    catch {
        if ($Joins) {
            throw
        }
        Write-CwLog -Message "instance-store disks not written down: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
