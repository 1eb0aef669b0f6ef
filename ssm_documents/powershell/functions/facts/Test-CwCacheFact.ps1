function Test-CwCacheFact {
    <#
    .SYNOPSIS
        Builds the virtual disk of the tries with a cache on the instance-store disk, and sees which disks may hold one.
    .PARAMETER Pool
        The pool of the tries.
    .PARAMETER Nvme
        The instance-store disk: serial, uniqueId, sizeBytes.
    .PARAMETER Fact
        Takes the facts, by the name of the model's setting.
    .OUTPUTS
        MSFT_VirtualDisk, with 8 GiB of cache
    .EXAMPLE
        Test-CwCacheFact -Pool $pool -Nvme $nvme -Fact $fact
    .NOTES
        Source: [write-cache#journal-media], [storage-pools#cache-too-large-error].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_VirtualDisk')]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [hashtable] $Nvme,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    if (-not $PSCmdlet.ShouldProcess($Pool.UniqueId, 'Create virtual disks')) {
        return $null
    }
    $space = @{
        StoragePoolUniqueId = $Pool.UniqueId
        FriendlyName = 'Facts trial'
        ResiliencySettingName = 'Simple'
        ProvisioningType = 'Fixed'
        Size = 16GB
        NumberOfColumns = 2
        Interleave = 65536
        NumberOfDataCopies = 1
        PhysicalDiskRedundancy = 0
        ErrorAction = 'Stop'
    }
    Set-PhysicalDisk -UniqueId $Nvme.uniqueId -Usage 'Journal' -MediaType 'SSD' -ErrorAction Stop
    try {
        $made = New-VirtualDisk @space -WriteCacheSize ($Nvme.sizeBytes + 1TB)
        Remove-VirtualDisk -UniqueId $made.UniqueId -Confirm:$false -ErrorAction Stop
    }
    catch {
        if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI (\d+)') {
            throw
        }
        $Fact['write_cache_too_large_error'] = [int] $Matches[1]
    }
    Set-PhysicalDisk -UniqueId $Nvme.uniqueId -MediaType 'HDD' -ErrorAction Stop
    try {
        $made = New-VirtualDisk @space -WriteCacheSize 8GB
        $Fact['journal_qualifies_whatever_media'] = 'yes'
        Remove-VirtualDisk -UniqueId $made.UniqueId -Confirm:$false -ErrorAction Stop
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'StorageWMI *') {
            throw
        }
        $Fact['journal_qualifies_whatever_media'] = 'no'
    }
    Set-PhysicalDisk -UniqueId $Nvme.uniqueId -MediaType 'SSD' -ErrorAction Stop
    $made = New-VirtualDisk @space -WriteCacheSize 8GB
    $properties = @($made.CimInstanceProperties | ForEach-Object { $_.Name })
    $Fact['schema_23h2'] = ConvertTo-CwFactWord -Seen ($properties -contains 'MaxIops')
    $found = @(Get-VirtualDisk -UniqueId $made.UniqueId -ErrorAction Stop)
    return Select-CwSingle -Found $found -What 'virtual disk of the tries'
}
