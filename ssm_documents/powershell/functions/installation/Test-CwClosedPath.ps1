function Test-CwClosedPath {
    <#
    .SYNOPSIS
        Says whether only administrators and SYSTEM can write a file of another program, and what is beside it.
    .DESCRIPTION
        The file and the three folders above it are no links, and belong to administrators or SYSTEM; in the file and
        its own folder others may only read. What isn't known counts as open: SYSTEM writes there.
    .PARAMETER Path
        The file.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwClosedPath -Path "$env:ProgramData\Amazon\EC2Launch\config\agent-config.yml"
    .NOTES
        Source: [windows#programdata], [windows#links], [windows#sddl]: anybody may make files in folders that inherit
        their rights from ProgramData.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    $full = '\(A;(OI)?(CI)?(IO)?(ID)?;FA;;;(SY|BA|CO)\)'
    $reads = '\(A;(OI)?(CI)?(ID)?;(0x1200a9|FRFX|FR);;;[^()]+\)'
    $place = $Path
    $closed = $true
    foreach ($level in 1..4) {
        $entry = Get-CwFileEntry -Path $place
        $closed = $closed -and $null -ne $entry -and $null -eq $entry.link -and
            $entry.rights -cmatch '\AO:(BA|SY)D:' -and
            ($level -gt 2 -or $entry.rights -cmatch "D:[PARI]*($full|$reads)+\z")
        $place = Split-Path -Path $place -Parent
    }
    return $closed
}
