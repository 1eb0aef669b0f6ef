function Restore-CwStartMode {
    <#
    .SYNOPSIS
        Has Windows start again by itself the services that CacheWarden made manual.
    .DESCRIPTION
        Each is forgotten once it is done: cut off anywhere, the next run does the rest. What a person has set since
        then, Disabled for example, stays; so does a service that is gone.
    .OUTPUTS
        System.String for each service that was set
    .EXAMPLE
        Restore-CwStartMode
    .NOTES
        Source: [windows#automatic-dependents]. A file that can't be read ends the action with CW3010.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param()

    $state = Read-CwStateFile -Name 'services'
    if ($null -eq $state) {
        return
    }
    foreach ($name in @($state.automatic)) {
        $manual = @(Get-Service -ErrorAction Stop |
                Where-Object { $_.Name -eq $name -and [string] $_.StartType -eq 'Manual' })
        if ($manual.Count -gt 0) {
            if (-not $PSCmdlet.ShouldProcess($name, 'Set the start mode to Automatic')) {
                continue
            }
            Set-Service -Name $name -StartupType 'Automatic' -ErrorAction Stop
            "$name starts with Windows again"
        }
        $state.automatic = @($state.automatic | Where-Object { $_ -ne $name })
        Write-CwStateFile -Name 'services' -Content $state
    }
}
