function New-CwTrialSpace {
    <#
    .SYNOPSIS
        Creates a Simple virtual disk of the tries; its disk is then online and writable.
    .PARAMETER Pool
        The pool.
    .PARAMETER Column
        Number of columns.
    .PARAMETER CacheBytes
        Size of its write-back cache; 0 for none.
    .PARAMETER On
        The disks that take it, where not Windows is to choose.
    .OUTPUTS
        System.Collections.Hashtable: instance (MSFT_VirtualDisk), online (its disk was, before anybody touched it)
    .EXAMPLE
        $made = New-CwTrialSpace -Pool $pool -Column 2 -CacheBytes 8GB
    .NOTES
        Source: [windows#space-disk-offline], [storage-pools#online-then-writable].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [int] $Column,
        [Parameter(Mandatory)] [long] $CacheBytes,
        [object[]] $On = @()
    )

    if (-not $PSCmdlet.ShouldProcess($Pool.UniqueId, 'Create a virtual disk')) {
        return $null
    }
    $space = @{
        StoragePoolUniqueId = $Pool.UniqueId
        FriendlyName = 'Facts trial'
        ResiliencySettingName = 'Simple'
        ProvisioningType = 'Fixed'
        Size = 4GB * $Column
        NumberOfColumns = $Column
        Interleave = 65536
        NumberOfDataCopies = 1
        PhysicalDiskRedundancy = 0
        WriteCacheSize = $CacheBytes
        ErrorAction = 'Stop'
    }
    if ($On.Count -gt 0) {
        $space['PhysicalDisksToUse'] = $On
    }
    $made = New-VirtualDisk @space
    $found = Select-CwSingle -Found @(Get-VirtualDisk -UniqueId $made.UniqueId -ErrorAction Stop) -What 'virtual disk'
    $disk = Get-Disk -VirtualDisk $found -ErrorAction Stop
    $online = -not [bool] $disk.IsOffline
    Set-CwDiskOnline -VirtualDisk $found
    return @{ instance = $found; online = $online }
}
