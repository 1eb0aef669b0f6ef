function Sync-CwInventoryCopy {
    <#
    .SYNOPSIS
        Writes the inventory once more where its copy doesn't say the same: a former version wrote it only once.
    .PARAMETER Inventory
        The inventory, as it was just read. One that was read from the copy isn't written: it may be older.
    .OUTPUTS
        None
    .EXAMPLE
        Sync-CwInventoryCopy -Inventory $inventory
    .NOTES
        Source: [glossary#inventory], [windows#replace-file].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    if (-not (Test-CwInventoryWhole)) {
        return
    }
    $path = Get-CwDataPath -ChildPath 'inventory.json'
    if ((Read-CwFile -Path $path) -cne (Read-CwFile -Path "$path.bak")) {
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
}
