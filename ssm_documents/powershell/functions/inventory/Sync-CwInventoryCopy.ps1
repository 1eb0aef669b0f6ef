function Sync-CwInventoryCopy {
    <#
    .SYNOPSIS
        Writes the inventory once more where its copy says something else: a former version wrote it only once.
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
    $copy = Read-CwFile -Path "$path.bak"
    if ($null -ne $copy -and (Read-CwFile -Path $path) -cne $copy) {
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
}
