function Get-CwHost {
    <#
    .SYNOPSIS
        Says which boot of which computer this is.
    .DESCRIPTION
        The boot id changes with every start of Windows; a proof holds for one boot id only
        ([glossary#proof-of-evacuation]). It is when wininit.exe was started, in ticks: there is one in each boot, and
        when a process was started is kept as it was, while the boot time may move with a correction of the clock. Where
        Windows doesn't tell when it was started, which it then does at no time of the boot, the boot time stands in.
    .OUTPUTS
        System.Collections.Hashtable: computer, bootId, bootedAt (System.DateTime, UTC), build (of Windows)
    .EXAMPLE
        (Get-CwHost).bootId
    .NOTES
        Source: [windows#boot-identity].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $properties = 'CSName', 'LastBootUpTime', 'BuildNumber'
    $system = Get-CimInstance -ClassName 'Win32_OperatingSystem' -Property $properties -ErrorAction Stop
    $bootedAt = $system.LastBootUpTime.ToUniversalTime()
    try {
        $bootId = [string] (Get-Process -Name 'wininit' -ErrorAction Stop).StartTime.ToUniversalTime().Ticks
    }
    catch {
        $bootId = [string] $bootedAt.Ticks
    }
    return @{
        computer = [string] $system.CSName
        bootId = $bootId
        bootedAt = $bootedAt
        build = [string] $system.BuildNumber
    }
}
