function New-CwSpace {
    <#
    .SYNOPSIS
        Returns a pool's one virtual disk, attached; creates it, striped over its disks, where there is none.
    .PARAMETER Pool
        The pool.
    .PARAMETER Name
        Friendly name, a label only.
    .PARAMETER Columns
        Number of disks to stripe over.
    .PARAMETER CacheBytes
        Size of the write-back cache; 0 for none.
    .PARAMETER InterleaveBytes
        Bytes of a stripe on one disk.
    .OUTPUTS
        MSFT_VirtualDisk
    .EXAMPLE
        New-CwSpace -Pool $pool -Name 'WCDB' -Columns 2 -CacheBytes 100GB
    .NOTES
        Source: [storage-pools#new-virtual-disk]: columns and interleave (64 KiB) are said explicitly; one data copy is
        said, too, since some versions refuse a Simple space without it; [storage-pools#manual-attach]: IsManualAttach
        false, which a new one usually has already, makes Windows attach it at every start.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_VirtualDisk')]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [int] $Columns,
        [Parameter(Mandatory)] [long] $CacheBytes,
        [long] $InterleaveBytes = 65536
    )

    $found = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $Pool -ErrorAction Stop })
    if ($found.Count -gt 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "$($found.Count) virtual disks are in the pool of $Name, expected at most one.")
    }
    if ($found.Count -eq 1) {
        Connect-CwVirtualDisk -VirtualDisk $found[0]
        $attached = @(Get-VirtualDisk -UniqueId $found[0].UniqueId -ErrorAction Stop)
        return Select-CwSingle -Found $attached -What "virtual disk $Name"
    }
    if (-not $PSCmdlet.ShouldProcess($Pool.UniqueId, "Create the virtual disk $Name")) {
        return $null
    }
    $space = @{
        StoragePoolUniqueId = $Pool.UniqueId
        FriendlyName = $Name
        ResiliencySettingName = 'Simple'
        ProvisioningType = 'Fixed'
        UseMaximumSize = $true
        NumberOfColumns = $Columns
        Interleave = $InterleaveBytes
        NumberOfDataCopies = 1
        PhysicalDiskRedundancy = 0
        WriteCacheSize = $CacheBytes
        ErrorAction = 'Stop'
    }
    $created = New-VirtualDisk @space
    Write-CwLog -Message "virtual disk $Name created, $Columns columns, $CacheBytes bytes of cache"
    $looked = @(Get-VirtualDisk -UniqueId $created.UniqueId -ErrorAction Stop)
    $made = Select-CwSingle -Found $looked -What "virtual disk $Name"
    if ($made.IsManualAttach) {
        Set-VirtualDisk -UniqueId $made.UniqueId -IsManualAttach $false -ErrorAction Stop
    }
    return $made
}
