function Compare-CwInventory {
    <#
    .SYNOPSIS
        Says in which entries two inventories differ.
    .PARAMETER Former
        The one that is there, or null.
    .PARAMETER Found
        The one that would be written.
    .OUTPUTS
        System.String for each difference: the entry's name, what it was, what it is
    .EXAMPLE
        @(Compare-CwInventory -Former $former -Found $found).Count
    .NOTES
        Source: [glossary#inventory].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Former,
        [Parameter(Mandatory)] [object] $Found
    )

    $was = Get-CwInventoryEntry -Inventory $Former
    $is = Get-CwInventoryEntry -Inventory $Found
    foreach ($name in @(@($was.Keys) + @($is.Keys) | Select-Object -Unique)) {
        if (-not $was.Contains($name)) {
            "${name}: $($is[$name]) (new)"
        }
        elseif (-not $is.Contains($name)) {
            "${name}: was $($was[$name]), isn't in the pool"
        }
        elseif ($was[$name] -ne $is[$name]) {
            "${name}: was $($was[$name]), is $($is[$name])"
        }
    }
}
