function Test-CwVolumeFact {
    <#
    .SYNOPSIS
        Gives the virtual disk of the tries a volume and sees what detaching and formatting it again do.
    .PARAMETER VirtualDisk
        The virtual disk of the tries.
    .PARAMETER Fact
        Takes the facts, by the name of the model's setting.
    .OUTPUTS
        System.String, the volume's letter
    .EXAMPLE
        $letter = Test-CwVolumeFact -VirtualDisk $virtualDisk -Fact $fact
    .NOTES
        Source: [windows#space-disk-offline], [storage-pools#format-in-use], [storage-pools#manual-attach-set-by],
        [storage-pools#file-system-shown-late].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    if (-not $PSCmdlet.ShouldProcess($VirtualDisk.UniqueId, 'Create and format a volume')) {
        return $null
    }
    $disk = Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop
    if (-not $disk.IsOffline) {
        $Fact['space_disk'] = 'online'
    }
    $letter = @('T', 'U', 'V', 'W', 'X', 'Y' | Where-Object { -not (Test-Path -LiteralPath "${_}:\") })[0]
    $volume = @{ VirtualDisk = $VirtualDisk; Letter = $letter; Label = 'Facts trial'; AllocationUnitBytes = 65536 }
    Initialize-CwVolume @volume
    $mark = "${letter}:\mark.bin"
    (Open-CwTrialFile -Path $mark -Mode 'CreateNew').Dispose()
    $disk = Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop
    $partitions = @(Get-Partition -Disk $disk -ErrorAction Stop | Where-Object { $_.DriveLetter -eq $letter })
    try {
        $again = @{ Partition = $partitions[0]; FileSystem = 'NTFS'; AllocationUnitSize = 65536; ErrorAction = 'Stop' }
        $null = Format-Volume @again -Confirm:$false
        $Fact['format_in_use'] = 'formats'
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'StorageWMI *') {
            throw
        }
        $Fact['format_in_use'] = 'refused'
    }
    if (Test-Path -LiteralPath $mark) {
        Remove-Item -LiteralPath $mark -ErrorAction Stop
    }

    Disconnect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
    $query = { Get-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop }
    $detached = Select-CwSingle -Found @(& $query) -What 'virtual disk'
    $Fact['disconnect_sets_manual_attach'] = ConvertTo-CwFactWord -Seen ([bool] $detached.IsManualAttach)
    Connect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
    $attached = Select-CwSingle -Found @(& $query) -What 'virtual disk'
    Set-CwDiskOnline -VirtualDisk $attached
    $shown = @(Find-CwStorageObject -Query { Get-Volume -Partition $partitions[0] -ErrorAction Stop } |
            Where-Object { $_.FileSystem -eq 'NTFS' })
    $Fact['file_system_shown_late'] = ConvertTo-CwFactWord -Seen ($shown.Count -eq 0)
    return $letter
}
