function Get-CwDriveLetter {
    <#
    .SYNOPSIS
        Returns the letters of the data and the tempdb drive.
    .PARAMETER Inventory
        The inventory, or null: then D and S are assumed.
    .OUTPUTS
        System.String, two of them; the data drive's letter twice where there is no tempdb drive
    .EXAMPLE
        Get-CwDriveLetter -Inventory $inventory
    .NOTES
        Source: [glossary#inventory].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory
    )

    if ($null -eq $Inventory) {
        return @('D', 'S')
    }
    $data = $Inventory.virtualDisk.letter
    if ($null -eq $Inventory.tempdb) {
        return @($data, $data)
    }
    return @($data, $Inventory.tempdb.letter)
}
