function Disable-CwPoolClustering {
    <#
    .SYNOPSIS
        Keeps Windows from adding new pools of this node to its failover cluster.
    .DESCRIPTION
        It is a setting of the whole cluster. Pools that are there already don't change by it. What was on is written
        down first, and UninstallHost switches it on again; what was off isn't touched, then or now: what
        stays on isn't ours to switch on later. Where the cluster doesn't answer, or this node may not change it,
        the pool may still become the node's own.
    .PARAMETER SubSystem
        The local storage subsystem.
    .OUTPUTS
        None
    .EXAMPLE
        Disable-CwPoolClustering -SubSystem $subsystem
    .NOTES
        Source: [failover-cluster#automatic-clustering], [failover-cluster#storage-views].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $SubSystem
    )

    try {
        $taking = @(Get-StorageSubSystem -ErrorAction Stop | Where-Object {
                $_.UniqueId -ne $SubSystem.UniqueId -and $_.FriendlyName -like 'Clustered*' -and
                $_.AutomaticClusteringEnabled
            })
        foreach ($clustered in $taking) {
            if (-not $PSCmdlet.ShouldProcess($clustered.FriendlyName, 'Switch AutomaticClusteringEnabled off')) {
                continue
            }
            $former = Get-CwFormerSetting
            $known = @($former.poolClustering)
            if ($known -notcontains $clustered.UniqueId) {
                $former.poolClustering = $known + @([string] $clustered.UniqueId)
                Write-CwStateFile -Name 'settings' -Content $former
            }
            try {
                Set-StorageSubSystem -UniqueId $clustered.UniqueId -AutomaticClusteringEnabled $false -ErrorAction Stop
            }
            catch {
                $former.poolClustering = $known
                Write-CwStateFile -Name 'settings' -Content $former
                throw
            }
            Write-CwLog -Message "$($clustered.FriendlyName): AutomaticClusteringEnabled was on and is off"
        }
    }
    catch {
        Write-CwLog -Message "AutomaticClusteringEnabled isn't known to be off: $($_.FullyQualifiedErrorId)"
    }
}
