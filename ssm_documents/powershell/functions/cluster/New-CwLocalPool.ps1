function New-CwLocalPool {
    <#
    .SYNOPSIS
        Makes a pool of blank disks, and first keeps Windows from adding it to the failover cluster.
    .DESCRIPTION
        By default new pools on a cluster's node join the cluster, and their virtual disks come up detached. That is
        switched off (Disable-CwPoolClustering). Whether it helped is seen from the pool: the caller looks at its
        IsClustered.
    .PARAMETER SubSystem
        The local storage subsystem.
    .PARAMETER Name
        The pool's name.
    .PARAMETER Disk
        The blank disks (MSFT_PhysicalDisk).
    .OUTPUTS
        MSFT_StoragePool
    .EXAMPLE
        New-CwLocalPool -SubSystem $subsystem -Name 'SSD' -Disk $disks
    .NOTES
        Source: [failover-cluster#automatic-clustering], [failover-cluster#storage-views].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_StoragePool')]
    param(
        [Parameter(Mandatory)] [object] $SubSystem,
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [object[]] $Disk
    )

    if (-not $PSCmdlet.ShouldProcess("$($Disk.Count) disks", "Create the pool $Name")) {
        return $null
    }
    Disable-CwPoolClustering -SubSystem $SubSystem
    $pool = @{
        StorageSubSystemUniqueId = $SubSystem.UniqueId
        FriendlyName = $Name
        PhysicalDisks = $Disk
        ErrorAction = 'Stop'
    }
    $created = New-StoragePool @pool
    Write-CwLog -Message "pool $Name created of $($Disk.Count) disks"
    return $created
}
