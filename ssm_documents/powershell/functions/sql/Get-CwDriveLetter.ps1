function Get-CwDriveLetter {
    <#
    .SYNOPSIS
        Returns the letters of the data and the tempdb drive, and of all others that a stop destroys.
    .PARAMETER Inventory
        The inventory, or null: then D and S are assumed.
    .OUTPUTS
        System.String: data, tempdb (the data drive's letter again where there is no tempdb drive), and those of further
        drives on instance-store disks, which somebody else made
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
    $tempdb = $data
    if ($null -ne $Inventory.tempdb) {
        $tempdb = $Inventory.tempdb.letter
    }
    $further = @(Get-CwInstanceStoreLetter -PoolUniqueId $Inventory.pool.uniqueId |
            Where-Object { $_ -notin @($data, $tempdb) })
    return @(@($data, $tempdb) + $further)
}
