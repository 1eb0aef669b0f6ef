function Restore-CwStartMode {
    <#
    .SYNOPSIS
        Has Windows start again by itself the services that CacheWarden made manual.
    .DESCRIPTION
        Each is forgotten once it is done: cut off anywhere, the next run does the rest. What a person has set since
        then, Disabled for example, stays; so does a service that is gone. Where there is no record, Engines and Agents
        that stay Manual are named, since CacheWarden may have made them so: nothing starts them any more. Not those of
        failover cluster instances: their cluster does.
    .OUTPUTS
        System.String for each service that was set, and one for those that stay Manual unrecorded
    .EXAMPLE
        Restore-CwStartMode
    .NOTES
        Source: [windows#automatic-dependents]. What can't be written is only logged (Save-CwStateFile): the next
        run finds it done.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param()

    $recorded = $null -ne (Read-CwStateFile -Name 'services')
    $state = Get-CwServiceState
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
        Save-CwStateFile -Name 'services' -Content $state
    }
    if ($recorded) {
        return
    }
    $own = @(foreach ($instance in @(Get-CwOwnInstance)) {
            Get-CwServiceName -Instance $instance.name
            Get-CwServiceName -Instance $instance.name -Agent
        })
    $left = @(Get-Service -ErrorAction Stop |
            Where-Object { $own -contains $_.Name -and [string] $_.StartType -eq 'Manual' } |
            ForEach-Object { $_.Name })
    if ($left.Count -gt 0) {
        "Windows doesn't start $($left -join ', '), whose start mode stays Manual"
    }
}
