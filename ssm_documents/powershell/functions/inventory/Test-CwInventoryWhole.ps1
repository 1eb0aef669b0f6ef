function Test-CwInventoryWhole {
    <#
    .SYNOPSIS
        Says whether the inventory is read from its own file: its copy may be one write older.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwInventoryWhole
    .NOTES
        Source: [glossary#inventory], [windows#replace-file].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param()

    $sealed = Get-CwSealedState -Path (Get-CwDataPath -ChildPath 'inventory.json')
    return $null -ne $sealed -and $sealed.sequence -ge 0
}
