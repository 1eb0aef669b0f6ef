function Test-CwRestartFact {
    <#
    .SYNOPSIS
        Sees what a restart of Windows did to the first pool: its disk, and the move that it cut off.
    .PARAMETER Trial
        Takes the facts.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwRestartFact -Trial $trial -Node $node
    .NOTES
        Source: [windows#space-disk-offline], [write-cache#repair-after-reboot]. What is counted on the
        instance-store disk falls while a move goes on, whether jobs are listed or not.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    $space = Get-CwTrialSpace -Pool $Node.pools['cache']
    if ($space.detached) {
        $why = "the virtual disk was detached after the restart, reason $($space.reason)"
        $Trial.unseen['storage.space_disk'] = $why
        $Trial.unseen['storage.repair_resumes_after_boot'] = $why
        return
    }
    $disk = Get-Disk -VirtualDisk $space.instance -ErrorAction Stop
    $seen = 'offline when new'
    if ($disk.IsOffline) {
        $seen = 'offline at every start'
    }
    elseif ($Trial.newDiskOnline) {
        $seen = 'online'
    }
    $Trial.fact['storage.space_disk'] = $seen

    $source = $Trial.store[0]
    $before = Get-CwTrialState -VirtualDisk $space.instance -SourceId $source
    if ($before.counted -lt 4GB) {
        $Trial.unseen['storage.repair_resumes_after_boot'] = 'the move was over, or Windows counts no cache'
        return
    }
    $after = $before
    foreach ($look in 1..12) {
        Start-Sleep -Seconds 10
        $after = Get-CwTrialState -VirtualDisk $space.instance -SourceId $source
        if ($after.counted -lt $before.counted) {
            break
        }
    }
    $resumed = ConvertTo-CwFactWord -Seen ($after.counted -lt $before.counted)
    $Trial.fact['storage.repair_resumes_after_boot'] = $resumed
}
