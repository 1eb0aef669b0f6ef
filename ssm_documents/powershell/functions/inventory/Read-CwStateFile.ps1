function Read-CwStateFile {
    <#
    .SYNOPSIS
        Reads one of CacheWarden's state files on this host.
    .DESCRIPTION
        A file that was cut off (power loss while it was replaced) is answered from the copy that Write-CwStateFile
        leaves beside it. A file that exists in no readable form ends the action with CW3010: not knowing is not the
        same as there being nothing.
    .PARAMETER Name
        token, inventory, work or worker.
    .OUTPUTS
        System.Management.Automation.PSCustomObject, or null if it was never written
    .EXAMPLE
        Read-CwStateFile -Name 'inventory'
    .NOTES
        Source: [glossary#inventory], [glossary#lease].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [ValidateSet('token', 'inventory', 'work', 'worker')] [string] $Name
    )

    $path = Get-CwDataPath -ChildPath "$Name.json"
    $found = $false
    foreach ($candidate in @($path, "$path.bak")) {
        if ([System.IO.File]::Exists($candidate)) {
            $found = $true
            try {
                return ConvertFrom-Json -InputObject ([System.IO.File]::ReadAllText($candidate)) -ErrorAction Stop
            }
            catch {
                Write-CwLog -Message "$candidate can't be read: $($_.Exception.Message)"
            }
        }
    }
    if ($found) {
        Stop-CwAction -Code 'CW3010' -Outcome 'unsafe' -Message "$path can't be read, nor can its copy."
    }
    return $null
}
