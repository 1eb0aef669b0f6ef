function Test-CwClusterStorageFact {
    <#
    .SYNOPSIS
        Sees what the failover cluster's storage subsystem shows, and whether new pools would join the cluster.
    .PARAMETER Fact
        Takes the facts.
    .PARAMETER Unseen
        Takes why one wasn't seen.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwClusterStorageFact -Fact $fact -Unseen $unseen
    .NOTES
        Source: [failover-cluster#clustered-view], [failover-cluster#automatic-clustering],
        [failover-cluster#storage-views]. It only reads.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [hashtable] $Unseen
    )

    $local = Get-CwStorageSubSystem
    $own = @(Get-PhysicalDisk -StorageSubsystem $local -ErrorAction Stop | ForEach-Object { $_.UniqueId })
    $foreign = @(Get-PhysicalDisk -ErrorAction Stop | Where-Object { $own -notcontains $_.UniqueId })
    $seen = 'nothing'
    if ($foreign.Count -gt 0) {
        $seen = 'disks and pools of all nodes'
    }
    $Fact['storage.cluster_view'] = $seen
    $clustered = @(Get-StorageSubSystem -ErrorAction Stop | Where-Object { $_.UniqueId -ne $local.UniqueId })
    if ($clustered.Count -ne 1) {
        $Unseen['storage.automatic_clustering'] = "$($clustered.Count) subsystems beside the local one were found"
        return
    }
    $joins = ConvertTo-CwFactWord -Seen ([bool] $clustered[0].AutomaticClusteringEnabled)
    $Fact['storage.automatic_clustering'] = $joins
}
