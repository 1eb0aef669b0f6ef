function Get-CwInventoryEntry {
    <#
    .SYNOPSIS
        Lays an inventory out as names and texts, to be read and to be compared.
    .PARAMETER Inventory
        An inventory, or null.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: text by name; empty for null
    .EXAMPLE
        (Get-CwInventoryEntry -Inventory $inventory)['drive']
    .NOTES
        Source: [glossary#inventory].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory
    )

    $entries = [ordered] @{}
    if ($null -eq $Inventory) {
        return $entries
    }
    $space = $Inventory.virtualDisk
    $entries['pool'] = $Inventory.pool.uniqueId
    $entries['virtual disk'] = $space.uniqueId
    $entries['write-back cache'] = "$($space.writeCacheBytes) bytes"
    $entries['drive'] = "$($space.letter):"
    $entries['file system'] = Get-CwPlannedValue -Plan $space -Name 'fileSystem' -Default 'NTFS'
    $entries['allocation unit'] = "$($space.allocationUnitBytes) bytes"
    $entries['columns'] = "$($space.columns), interleave $($space.interleaveBytes) bytes"
    foreach ($member in $Inventory.members) {
        $entries["$($member.serial -creplace '^vol', 'vol-')"] = $member.role
    }
    $entries['instance store of this host'] = @($Inventory.instanceStore) -join ', '
    $entries['folders of tempdb on the data drive'] = @(
        Get-CwPlannedValue -Plan $space -Name 'folders' -Default @()) -join ', '
    $entries['tempdb drive'] = 'none'
    if ($null -ne $Inventory.tempdb) {
        $entries['tempdb drive'] = "$($Inventory.tempdb.letter):, folders $(@($Inventory.tempdb.folders) -join ', ')"
    }
    return $entries
}
