function Get-CwTempdbDisk {
    <#
    .SYNOPSIS
        Lists the instance-store disks that the tempdb drive lies on, to know later whether one of them is gone.
    .PARAMETER Letter
        The tempdb letter.
    .OUTPUTS
        System.String, serial numbers in order; nothing where the drive isn't on a pool of instance store
    .EXAMPLE
        Get-CwTempdbDisk -Letter 'S'
    .NOTES
        Source: [write-cache#tempdb-pool-vanishes], [windows#letters-move].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Letter
    )

    $subsystem = Get-CwStorageSubSystem
    $pools = @(Find-CwStorageObject -Query {
            Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop
        })
    $pool = Get-CwTempdbPool -Fact @{ pools = $pools }
    if ($null -eq $pool) {
        return
    }
    $virtualDisks = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop })
    $letters = @(foreach ($virtualDisk in $virtualDisks) { (Get-CwSpaceVolume -VirtualDisk $virtualDisk).letter })
    if ($letters -contains $Letter) {
        Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
            ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber } | Sort-Object
    }
}
