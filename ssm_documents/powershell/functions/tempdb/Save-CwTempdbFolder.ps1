function Save-CwTempdbFolder {
    <#
    .SYNOPSIS
        Remembers where tempdb's folders are on the tempdb drive, while SQL Server can still be asked.
    .PARAMETER Inventory
        The inventory, or null.
    .PARAMETER Folder
        tempdb's folders (Get-CwTempdbFolder).
    .OUTPUTS
        None
    .EXAMPLE
        Save-CwTempdbFolder -Inventory $inventory -Folder 'S:\tempdb'
    .NOTES
        Source: [sql-server#tempdb-folders]: the boot task re-creates them on an empty drive.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Folder
    )

    if ($null -eq $Inventory -or $null -eq $Inventory.tempdb) {
        return
    }
    $ours = @($Folder | Where-Object { $_ -like "$($Inventory.tempdb.letter):\*" } | Sort-Object)
    if ($ours.Count -eq 0 -or ($ours -join '|') -eq (@($Inventory.tempdb.folders | Sort-Object) -join '|')) {
        return
    }
    $Inventory.tempdb.folders = $ours
    Write-CwStateFile -Name 'inventory' -Content $Inventory
}
