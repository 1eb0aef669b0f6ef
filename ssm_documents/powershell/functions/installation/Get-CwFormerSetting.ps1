function Get-CwFormerSetting {
    <#
    .SYNOPSIS
        Returns what InstallHost remembers of Windows' settings that it changed; start modes are in Get-CwServiceState.
    .OUTPUTS
        System.Collections.Hashtable: disabledTasks (each name and path), shutDown (what the Start menu's setting was;
        null while CacheWarden hasn't changed it), poolClustering (UniqueIds of the clustered storage subsystems whose
        AutomaticClusteringEnabled it has switched off)
    .EXAMPLE
        (Get-CwFormerSetting).shutDown
    .NOTES
        Source: [windows#ec2launch-v1], [windows#hide-shut-down],
        [failover-cluster#automatic-clustering]. A file that can't be read ends the action with CW3010:
        written anew it would forget what is to be put back.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $former = @{ disabledTasks = @(); shutDown = $null; poolClustering = @() }
    $stored = Read-CwStateFile -Name 'settings'
    if ($null -ne $stored) {
        $former.disabledTasks = @($stored.disabledTasks)
        $former.shutDown = $stored.shutDown
        $former.poolClustering = @(Get-CwPlannedValue -Plan $stored -Name 'poolClustering' -Default @())
    }
    return $former
}
