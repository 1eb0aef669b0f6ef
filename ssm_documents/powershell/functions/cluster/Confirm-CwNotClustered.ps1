function Confirm-CwNotClustered {
    <#
    .SYNOPSIS
        Guarantees that no instance-store disk of this node is in a pool of the failover cluster.
    .DESCRIPTION
        Such a pool isn't among the node's own any more, and its disks aren't blank: without this look they would pass
        for disks that something else grabbed, or that died. Of all nodes' pools only those with a disk of ours count.
    .PARAMETER Disk
        The instance-store disks that answer (Get-CwInstanceStore).
    .OUTPUTS
        None; otherwise the action ends with CW1026.
    .EXAMPLE
        Confirm-CwNotClustered -Disk $facts.instanceStore
    .NOTES
        Source: [failover-cluster#automatic-clustering], [failover-cluster#clustered-signs].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Disk
    )

    $here = @($Disk | ForEach-Object { $_.serial })
    $clustered = @(Find-CwStorageObject -Query { Get-StoragePool -IsPrimordial $false -ErrorAction Stop } |
            Where-Object { $_.IsClustered })
    foreach ($pool in $clustered) {
        $taken = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber } |
                Where-Object { $here -contains $_ })
        if ($taken.Count -gt 0) {
            Stop-CwAction -Code 'CW1026' -Outcome 'unsafe' -Message (
                "Pool $($pool.FriendlyName) of instance-store disk $($taken[0]) belongs to the failover cluster.")
        }
    }
}
