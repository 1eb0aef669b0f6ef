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
        Source: reference 1.11: the boot task re-creates them on an empty drive.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    param(
        [Parameter(Mandatory = $true)]
        [AllowNull()]
        [object] $Inventory,

        [Parameter(Mandatory = $true)]
        [AllowEmptyCollection()]
        [string[]] $Folder
    )

    if ($null -eq $Inventory -or $null -eq $Inventory.tempdb) {
        return
    }
    $ours = @($Folder | Where-Object -FilterScript { $_ -like "$($Inventory.tempdb.letter):\*" } | Sort-Object)
    if ($ours.Count -eq 0 -or ($ours -join '|') -eq (@($Inventory.tempdb.folders | Sort-Object) -join '|')) {
        return
    }
    if ($PSCmdlet.ShouldProcess('the inventory', 'Write the folders of tempdb')) {
        $Inventory.tempdb.folders = $ours
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
}
