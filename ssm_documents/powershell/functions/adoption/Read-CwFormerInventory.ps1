function Read-CwFormerInventory {
    <#
    .SYNOPSIS
        Reads the inventory that is there, and doesn't fail where it is damaged.
    .OUTPUTS
        System.Collections.Hashtable: content (null where there is none that can be read), damaged, told (for people)
    .EXAMPLE
        (Read-CwFormerInventory).content
    .NOTES
        Source: [glossary#inventory].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $former = @{ content = $null; damaged = $false; told = 'none is here' }
    try {
        $former.content = Read-CwStateFile -Name 'inventory'
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CW3010*') {
            throw
        }
        $former.damaged = $true
        $former.told = 'the one that is here is damaged, and so is its copy'
    }
    if ($null -ne $former.content) {
        $former.told = "one is here, written at $($former.content.writtenAt)"
        $former.damaged = -not (Test-CwInventoryWhole)
        if ($former.damaged) {
            $former.told += ', read from its copy: the file itself is damaged or gone'
        }
    }
    return $former
}
