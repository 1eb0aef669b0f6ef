function New-CwDataFolder {
    <#
    .SYNOPSIS
        Guarantees on a new data drive the folders that SQL Server needs for tempdb before it can start.
    .DESCRIPTION
        Those of the plan, and those in which tempdb's files were when SQL Server was asked last: with one
        instance-store disk tempdb may lie on the data drive, and a rebuilt drive is empty.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None
    .EXAMPLE
        New-CwDataFolder -Inventory $inventory
    .NOTES
        Source: [sql-server#tempdb-folders]. What SQL Server said can't be read: then only the plan's are made.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $folders = @(Get-CwPlannedValue -Plan $Inventory.virtualDisk -Name 'folders' -Default @())
    try {
        $known = Read-CwStateFile -Name 'files'
        if ($null -ne $known) {
            $folders += @($known.tempdb | ForEach-Object { $_ -replace '\\[^\\]*$', '' })
        }
    }
    catch {
        Write-CwLog -Message "tempdb's folders unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    # One that is disabled finds its folder, with its rights, when somebody enables it again.
    $accounts = @(Get-CwSqlInstance -IncludeDisabled |
            ForEach-Object { 'NT SERVICE\' + (Get-CwServiceName -Instance $_.name) })
    foreach ($folder in @($folders | Select-Object -Unique)) {
        if ($folder -like "$($Inventory.virtualDisk.letter):\*") {
            New-CwServiceFolder -Path $folder -Account $accounts
        }
    }
}
