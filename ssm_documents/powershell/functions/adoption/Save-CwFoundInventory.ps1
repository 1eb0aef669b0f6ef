function Save-CwFoundInventory {
    <#
    .SYNOPSIS
        Writes an inventory, and keeps the one that was there as a file beside it, whole or damaged.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        System.String, the name of each file that keeps a former one; nothing where there was none
    .EXAMPLE
        Save-CwFoundInventory -Inventory $found
    .NOTES
        Source: [glossary#inventory]. The name comes from the content: whoever is cut off in between, and begins again,
        keeps it once.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    # The copy beside it, too: where the file is damaged the copy may be whole, and it is replaced.
    $kept = @(foreach ($former in 'inventory.json', 'inventory.json.bak') {
            $text = Read-CwFile -Path (Get-CwDataPath -ChildPath $former)
            if ($null -ne $text) {
                $name = "inventory-former-$((Get-CwTextHash -Text $text).Substring(0, 12)).json"
                $path = Get-CwDataPath -ChildPath $name
                if ((Read-CwFile -Path $path) -cne $text) {
                    Save-CwFile -Path $path -Text $text
                }
                $name
            }
        })
    Write-CwStateFile -Name 'inventory' -Content $Inventory
    Write-CwLog -Message "inventory of pool $($Inventory.pool.uniqueId) written, kept: $($kept -join ', ')"
    return @($kept | Select-Object -Unique)
}
