function Invoke-CwStorageTrial {
    <#
    .SYNOPSIS
        Builds a pool of the blank disks, tries what only a pool shows, and removes it, whatever happened in between.
    .PARAMETER Disk
        What Confirm-CwDisposable returned.
    .PARAMETER Fact
        Takes the facts, by the name of the model's setting.
    .PARAMETER Swap
        Id of the Swap volume.
    .OUTPUTS
        System.Collections.Hashtable: whole (the cache moved, and every page was right), written, sentence
    .EXAMPLE
        Invoke-CwStorageTrial -Disk $disks -Fact $fact -Swap 'vol-0123456789abcdef0'
    .NOTES
        Source: [write-cache#journal-media], [storage-pools#cache-too-large-error], [windows#empty-query].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Disk,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [string] $Swap
    )

    if (-not $PSCmdlet.ShouldProcess($Disk.nvme.serial, 'Build a pool, try it, remove it')) {
        return $null
    }
    $swapDisk = $Disk.ebs[($Swap -replace '^vol-', 'vol')]
    $creation = @{
        StorageSubSystemUniqueId = $Disk.subsystem.UniqueId
        FriendlyName = 'Facts trial'
        PhysicalDisks = @(@($Disk.ebs.Values | ForEach-Object { $_.instance }) + $Disk.nvme.instance)
        ErrorAction = 'Stop'
    }
    $pool = New-StoragePool @creation
    try {
        Test-CwPoolFact -Pool $pool -Disk $Disk -Fact $Fact
        # The Swap volume carries no data: it is to take the cache, and nothing else.
        Set-PhysicalDisk -UniqueId $swapDisk.uniqueId -Usage 'Retired' -ErrorAction Stop
        $virtualDisk = Test-CwCacheFact -Pool $pool -Nvme $Disk.nvme -Fact $Fact
        $letter = Test-CwVolumeFact -VirtualDisk $virtualDisk -Fact $Fact
        $move = @{ Pool = $pool; VirtualDisk = $virtualDisk; Nvme = $Disk.nvme; Swap = $swapDisk; Letter = $letter }
        return Test-CwMoveFact @move -Fact $Fact
    }
    finally {
        Remove-CwTrialPool -Pool $pool
    }
}
