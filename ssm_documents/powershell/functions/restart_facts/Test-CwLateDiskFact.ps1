function Test-CwLateDiskFact {
    <#
    .SYNOPSIS
        Sees what brings a virtual disk back whose volume has returned: Windows by itself, or Connect-VirtualDisk.
    .PARAMETER Trial
        Takes the fact.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwLateDiskFact -Trial $trial -Node $node
    .NOTES
        Source: [storage-pools#late-disk]. Windows has a minute; the virtual disk was told before to attach by itself.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    $name = 'storage.late_disk_recovery'
    $space = Get-CwTrialSpace -Pool $Node.pools['volumes']
    foreach ($look in 1..12) {
        if (-not $space.detached) {
            break
        }
        Start-Sleep -Seconds 5
        $space = Get-CwTrialSpace -Pool $Node.pools['volumes']
    }
    if (-not $space.detached) {
        $Trial.fact[$name] = 'by itself'
        return
    }
    if ($space.instance.IsManualAttach) {
        $Trial.unseen[$name] = 'the virtual disk kept IsManualAttach'
        return
    }
    if ($PSCmdlet.ShouldProcess($space.instance.UniqueId, 'Attach the virtual disk')) {
        Connect-VirtualDisk -UniqueId $space.instance.UniqueId -ErrorAction Stop
        $Trial.fact[$name] = 'after connect'
    }
}
