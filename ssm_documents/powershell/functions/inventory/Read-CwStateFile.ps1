function Read-CwStateFile {
    <#
    .SYNOPSIS
        Reads one of CacheWarden's state files on this host.
    .DESCRIPTION
        A file that is damaged, or was cut off while it was replaced, is answered from what Save-CwFile left beside it:
        the whole one of .bak and .new with the higher number. A file that exists in no whole form ends the action with
        CW3010: not knowing is not the same as there being nothing.
    .PARAMETER Name
        token, inventory, work, worker, boot, services, settings, files, drain, members or volumes.
    .OUTPUTS
        System.Management.Automation.PSCustomObject, or null if it was never written
    .EXAMPLE
        Read-CwStateFile -Name 'inventory'
    .NOTES
        Source: [glossary#inventory], [glossary#lease], [windows#replace-file]. A .new beside nothing else was never
        finished.
    #>
    [CmdletBinding()]
    [OutputType([pscustomobject])]
    param(
        [Parameter(Mandatory)]
        [ValidateSet('token', 'inventory', 'work', 'worker', 'boot', 'services', 'settings', 'files', 'drain',
            'members', 'volumes')]
        [string] $Name
    )

    $path = Get-CwDataPath -ChildPath "$Name.json"
    $state = Get-CwSealedState -Path $path
    if ($null -eq $state -or $state.sequence -lt 0) {
        $former = Get-CwSealedState -Path "$path.bak"
        $new = $null
        if ($null -ne $state -or $null -ne $former) {
            $new = Get-CwSealedState -Path "$path.new"
        }
        # By now it may be there.
        $state = Get-CwSealedState -Path $path
        if ($null -eq $state -and $null -eq $former) {
            return $null
        }
        if ($null -eq $state -or $state.sequence -lt 0) {
            foreach ($other in $former, $new) {
                if ($null -eq $state -or ($null -ne $other -and $other.sequence -gt $state.sequence)) {
                    $state = $other
                }
            }
        }
    }
    if ($null -eq $state -or $state.sequence -lt 0) {
        Stop-CwAction -Code 'CW3010' -Outcome 'unsafe' -Message "$path can't be read, nor can its copy."
    }
    return $state.content
}
