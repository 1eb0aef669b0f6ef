function Wait-CwPairDatabase {
    <#
    .SYNOPSIS
        Waits until this node's copy of the test database is as it should be, two minutes at most.
    .PARAMETER Instance
        The instance's name.
    .PARAMETER Until
        Says of Get-CwPairDatabase's answer whether it is.
    .OUTPUTS
        System.Collections.Hashtable, Get-CwPairDatabase's last answer; null where none fits
    .EXAMPLE
        $copy = Wait-CwPairDatabase -Instance 'MSSQLSERVER' -Until { param($Copy) $Copy.state -eq 3 }
    .NOTES
        Source: [reseeding#seeding-restarts].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Instance,
        [Parameter(Mandatory)] [scriptblock] $Until
    )

    foreach ($look in 1..24) {
        $copy = Get-CwPairDatabase -Instance $Instance
        if ($null -ne $copy -and (& $Until $copy)) {
            return $copy
        }
        Start-Sleep -Seconds 5
    }
    return $null
}
