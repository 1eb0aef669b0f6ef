function Test-CwInventoryWhole {
    <#
    .SYNOPSIS
        Says whether the inventory is read from its own file: its copy may be one write older.
    .DESCRIPTION
        A whole file is gone for a moment while it is replaced, or a scanner has it: so it looks twice, as
        Read-CwStateFile does.
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

    foreach ($look in 1, 2) {
        $sealed = Get-CwSealedState -Path (Get-CwDataPath -ChildPath 'inventory.json')
        if ($null -ne $sealed -and $sealed.sequence -ge 0) {
            return $true
        }
        if ($look -eq 1) {
            Start-Sleep -Milliseconds 100
        }
    }
    return $false
}
