function Update-CwTempdbFile {
    <#
    .SYNOPSIS
        Asks the running instances of SQL Server for tempdb's files and remembers them; never fails an action.
    .PARAMETER Inventory
        The inventory, or null.
    .PARAMETER BootId
        This boot of Windows.
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwTempdbFile -Inventory $inventory -BootId '638'
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory,
        [Parameter(Mandatory)] [string] $BootId
    )

    if ($null -eq $Inventory) {
        return
    }
    try {
        $letters = @(Get-CwDriveLetter -Inventory $Inventory)
        $sql = Get-CwSqlEvidence -Letter $letters -FilesOnly
        $sql['apart'] = @(Get-CwApartInstance -Letter $letters)
        Save-CwTempdbFile -Inventory $Inventory -Sql $sql -BootId $BootId
    }
    catch {
        Write-CwLog -Message "tempdb's files unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
