function Get-CwHost {
    <#
    .SYNOPSIS
        Says which boot of which computer this is.
    .DESCRIPTION
        The boot id changes with every start of Windows; a proof holds for one boot id only
        ([glossary#proof-of-evacuation]). It is the boot time in ticks [windows#boot-identity]: should a correction
        of the clock change it, a proof is taken again, which is harmless.
    .OUTPUTS
        System.Collections.Hashtable: computer, bootId, bootedAt (System.DateTime, UTC)
    .EXAMPLE
        (Get-CwHost).bootId
    .NOTES
        Source: Win32_OperatingSystem.
    #>
    [CmdletBinding()]
    param()

    $query = @{ ClassName = 'Win32_OperatingSystem'; Property = 'CSName', 'LastBootUpTime'; ErrorAction = 'Stop' }
    $system = Get-CimInstance @query
    $bootedAt = $system.LastBootUpTime.ToUniversalTime()
    return @{ computer = [string] $system.CSName; bootId = [string] $bootedAt.Ticks; bootedAt = $bootedAt }
}
