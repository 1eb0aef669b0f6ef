function Get-CwServiceState {
    <#
    .SYNOPSIS
        Returns what is remembered of services: start modes that were changed, and what ran when SQL Server was stopped.
    .OUTPUTS
        System.Collections.Hashtable: automatic (names of services that were Automatic before), stopped
        (names; both are started with the engine from then on, unless they are disabled), waiting (names of instances
        whose Agent waits for lost databases)
    .EXAMPLE
        (Get-CwServiceState).automatic
    .NOTES
        Source: [windows#automatic-dependents]. A damaged file keeps nobody from stopping
        or starting the engine.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $state = @{ automatic = @(); stopped = @(); waiting = @() }
    try {
        $stored = Read-CwStateFile -Name 'services'
        if ($null -ne $stored) {
            $state.automatic = @($stored.automatic)
            $state.stopped = @($stored.stopped)
            if (@($stored.PSObject.Properties | ForEach-Object { $_.Name }) -contains 'waiting') {
                $state.waiting = @($stored.waiting)
            }
        }
    }
    catch {
        Write-CwLog -Message "services unknown: $($_.Exception.Message)"
    }
    return $state
}
