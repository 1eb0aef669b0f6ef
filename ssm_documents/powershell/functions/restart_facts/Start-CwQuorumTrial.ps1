function Start-CwQuorumTrial {
    <#
    .SYNOPSIS
        Builds a pool of one volume and two emptied instance-store disks, and one of volumes alone.
    .DESCRIPTION
        The first has one disk of three after a stop, and all copies of its database if an emptied Retired disk's copy
        doesn't count: it keeps its majority under one reading only. The second loses a volume, which comes back.
    .PARAMETER Trial
        Takes the pools and disks.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None; disks that aren't emptied within five minutes end the action with CW1088.
    .EXAMPLE
        Start-CwQuorumTrial -Trial $trial -Node $node
    .NOTES
        Source: [storage-pools#quorum], [storage-pools#late-disk], [storage-pools#remove-pool-order].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    if (-not $PSCmdlet.ShouldProcess('the pool whose cache was lost', 'Remove it and build others')) {
        return
    }
    $space = Get-CwTrialSpace -Pool $Node.pools['cache']
    Remove-VirtualDisk -UniqueId $space.instance.UniqueId -Confirm:$false -ErrorAction Stop
    Remove-StoragePool -UniqueId $Node.pools['cache'].UniqueId -Confirm:$false -ErrorAction Stop
    $Trial.pools.Remove('cache')
    Save-CwTrial -Trial $Trial

    $ebs = Get-CwBlankEbsDisk -SubSystem $Node.subsystem -Serial ($Trial.volumes[0, 1] + $Trial.volumes[3, 4])
    $store = $Node.store[0, 1]
    $members = @($ebs[$Trial.volumes[3]].instance) + @($store | ForEach-Object { $_.instance })
    $pool = New-CwTrialPool -Trial $Trial -Name 'emptied' -SubSystem $Node.subsystem -Disk $members
    $spaces = @()
    foreach ($disk in $store) {
        $on = @(Get-PhysicalDisk -UniqueId $disk.uniqueId -ErrorAction Stop)
        $spaces += (New-CwTrialSpace -Pool $pool -Column 1 -CacheBytes 0 -On $on).instance
    }
    foreach ($disk in $store) {
        Set-PhysicalDisk -UniqueId $disk.uniqueId -Usage 'Retired' -ErrorAction Stop
    }
    foreach ($made in $spaces) {
        $null = Repair-VirtualDisk -UniqueId $made.UniqueId -AsJob -Confirm:$false -ErrorAction Stop
    }
    $ids = @($store | ForEach-Object { $_.uniqueId })
    foreach ($look in 1..60) {
        Start-Sleep -Seconds 5
        $left = @(foreach ($made in $spaces) {
                Get-PhysicalExtent -VirtualDisk $made -ErrorAction Stop |
                    Where-Object { $ids -contains $_.PhysicalDiskUniqueId }
            })
        if ($left.Count -eq 0) {
            break
        }
    }
    if ($left.Count -gt 0) {
        Stop-CwAction -Code 'CW1088' -Outcome 'unsafe' -Changed -Message (
            "$($left.Count) extents did not leave the instance-store disks within five minutes.")
    }
    $volumes = @($Trial.volumes[0, 1] + $Trial.volumes[4] | ForEach-Object { $ebs[$_].instance })
    $pool = New-CwTrialPool -Trial $Trial -Name 'volumes' -SubSystem $Node.subsystem -Disk $volumes
    $null = New-CwTrialSpace -Pool $pool -Column 3 -CacheBytes 0
    $Trial.store = $ids
}
