function Start-CwRestartTrial {
    <#
    .SYNOPSIS
        Builds the first pool and leaves its cache on the move, for a restart of Windows to cut it off.
    .DESCRIPTION
        The cache is as large as the Swap volume and the instance-store disk allow, so that its move takes longer than a
        person needs to restart Windows.
    .PARAMETER Trial
        Volumes and boot of the tries; takes the pool and its disks.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Start-CwRestartTrial -Trial $trial -Node $node
    .NOTES
        Source: [write-cache#repair-after-reboot], [write-cache#move-sequence].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    if (-not $PSCmdlet.ShouldProcess($Node.store[0].serial, 'Build a pool and move its cache')) {
        return
    }
    $ebs = Get-CwBlankEbsDisk -SubSystem $Node.subsystem -Serial $Trial.volumes
    $Trial.ids = @($Trial.volumes | ForEach-Object { $ebs[$_].uniqueId })
    $swap, $nvme = $ebs[$Trial.volumes[4]], $Node.store[0]
    $Trial.store = @($nvme.uniqueId)
    $members = @($Trial.volumes[0, 1, 4] | ForEach-Object { $ebs[$_].instance }) + $nvme.instance
    $pool = New-CwTrialPool -Trial $Trial -Name 'cache' -SubSystem $Node.subsystem -Disk $members
    Set-PhysicalDisk -UniqueId $swap.uniqueId -Usage 'Retired' -ErrorAction Stop
    Set-PhysicalDisk -UniqueId $nvme.uniqueId -Usage 'Journal' -MediaType 'SSD' -ErrorAction Stop
    $cache = [long] [Math]::Floor([Math]::Min($swap.sizeBytes, $nvme.sizeBytes) * 0.9 / 1GB) * 1GB
    $made = New-CwTrialSpace -Pool $pool -Column 2 -CacheBytes $cache
    $Trial.newDiskOnline = $made.online
    Set-PhysicalDisk -UniqueId $swap.uniqueId -Usage 'Journal' -MediaType 'SSD' -ErrorAction Stop
    Set-PhysicalDisk -UniqueId $nvme.uniqueId -Usage 'Retired' -ErrorAction Stop
    $null = Repair-VirtualDisk -UniqueId $made.instance.UniqueId -AsJob -Confirm:$false -ErrorAction Stop
    Start-Sleep -Seconds 5
}
