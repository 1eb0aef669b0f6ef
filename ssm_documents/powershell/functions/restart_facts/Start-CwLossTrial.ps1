function Start-CwLossTrial {
    <#
    .SYNOPSIS
        Builds what a stop of the instance is to harm: a cache on instance store, and a pool that loses half its disks.
    .PARAMETER Trial
        Takes the pools and disks.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Start-CwLossTrial -Trial $trial -Node $node
    .NOTES
        Source: [write-cache#lost-cache-status], [storage-pools#quorum-tie]. The pool with the cache keeps three of four
        disks: it has its majority whatever counts.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    if (-not $PSCmdlet.ShouldProcess($Trial.store[0], 'Build a cache on instance store')) {
        return
    }
    $number = Get-CwStatusNumber
    $pool = $Node.pools['cache']
    $space = Get-CwTrialSpace -Pool $pool
    foreach ($job in @(Get-CwStorageJob | Where-Object { $_.state -notin $number.jobOver })) {
        Stop-StorageJob -UniqueId $job.uniqueId -Confirm:$false -ErrorAction Stop
    }
    Remove-VirtualDisk -UniqueId $space.instance.UniqueId -Confirm:$false -ErrorAction Stop
    foreach ($member in @(Get-CwTrialMember -Pool $pool)) {
        if ($member.uniqueId -eq $Trial.store[0]) {
            Set-PhysicalDisk -UniqueId $member.uniqueId -Usage 'Journal' -MediaType 'SSD' -ErrorAction Stop
        }
        elseif ($member.usage -eq $number.journal) {
            Set-PhysicalDisk -UniqueId $member.uniqueId -Usage 'Retired' -ErrorAction Stop
        }
    }
    $null = New-CwTrialSpace -Pool $pool -Column 2 -CacheBytes 8GB
    $third = Get-CwBlankEbsDisk -SubSystem $Node.subsystem -Serial $Trial.volumes[2]
    $half = @($third.Values)[0].instance, $Node.store[0].instance
    $null = New-CwTrialPool -Trial $Trial -Name 'half' -SubSystem $Node.subsystem -Disk $half
    $Trial.store = $Trial.store[0], $Node.store[0].uniqueId
}
