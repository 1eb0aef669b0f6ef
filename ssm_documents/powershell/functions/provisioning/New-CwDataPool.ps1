function New-CwDataPool {
    <#
    .SYNOPSIS
        Returns the planned pool of EBS disks; creates it where it isn't there yet.
    .DESCRIPTION
        A pool of an earlier, unfinished run is known by its UniqueId, or by consisting of the planned EBS disks.
    .PARAMETER Inventory
        The inventory; the pool's UniqueId is written into it.
    .PARAMETER SubSystem
        The local storage subsystem.
    .OUTPUTS
        MSFT_StoragePool
    .EXAMPLE
        New-CwDataPool -Inventory $inventory -SubSystem $subsystem
    .NOTES
        Source: [failover-cluster#automatic-clustering].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_StoragePool')]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [object] $SubSystem
    )

    $serials = @($Inventory.members | Where-Object { $_.role -ne 'cache' } |
            ForEach-Object { $_.serial })
    $pool = $null
    $candidates = @(Find-CwStorageObject -Query {
            Get-StoragePool -StorageSubSystem $SubSystem -IsPrimordial $false -ErrorAction Stop
        })
    foreach ($candidate in $candidates) {
        $members = @(Get-PhysicalDisk -StoragePool $candidate -ErrorAction Stop | ForEach-Object {
                ConvertTo-CwSerial -SerialNumber $_.SerialNumber
            })
        if (@($serials | Where-Object { $members -contains $_ }).Count -gt 0) {
            if ($candidate.UniqueId -eq $Inventory.pool.removing) {
                Stop-CwAction -Code 'CW1056' -Outcome 'partial' -Changed -Message (
                    "The pool $($candidate.UniqueId) that a rebuild removes is still there: start " +
                    'CacheWarden-RebuildStorage, which looks at it anew.')
            }
            $pool = $candidate
        }
    }
    if ($null -eq $pool) {
        $disks = Get-CwBlankEbsDisk -SubSystem $SubSystem -Serial $serials
        if (-not $PSCmdlet.ShouldProcess($serials -join ', ', 'Create the pool Data')) {
            return $null
        }
        $members = @($serials | ForEach-Object { $disks[$_].instance })
        $pool = New-CwLocalPool -SubSystem $SubSystem -Name $Inventory.pool.friendlyName -Disk $members
    }
    if ($pool.IsClustered) {
        Stop-CwAction -Code 'CW1026' -Outcome 'unsafe' -Changed -Message (
            'Windows added the new pool to the failover cluster: set AutomaticClusteringEnabled of the clustered ' +
            'storage subsystem to false and remove the pool from the cluster.')
    }
    if ($Inventory.pool.uniqueId -ne $pool.UniqueId) {
        $Inventory.pool.uniqueId = [string] $pool.UniqueId
        Write-CwStateFile -Name 'inventory' -Content $Inventory
    }
    return $pool
}
