function Initialize-CwVolume {
    <#
    .SYNOPSIS
        Gives a new virtual disk a partition, a file system and a drive letter.
    .DESCRIPTION
        Goes from the virtual disk to its disk to its partition and formats that partition object, never whatever owns a
        letter. A partition that already has a file system is never formatted; one that was there before and shows none
        for a minute only if it is known to be ours. A letter that is taken ends the action with CW1041 before anything
        is created.
    .PARAMETER VirtualDisk
        A virtual disk that was created for this.
    .PARAMETER Letter
        The drive letter.
    .PARAMETER Label
        The volume's label.
    .PARAMETER AllocationUnitBytes
        The file system's allocation unit.
    .PARAMETER FileSystem
        NTFS or ReFS.
    .PARAMETER Begun
        An earlier run made the partition, or was about to, and didn't format it (Read-CwVolumeRecord).
    .PARAMETER Record
        Done with the virtual disk's UniqueId right before a partition is made, once none was seen, and with '' where it
        can't be made: there may be one that Windows didn't show.
    .OUTPUTS
        None; a partition that was there before and shows no file system ends the action with CW1028.
    .EXAMPLE
        Initialize-CwVolume -VirtualDisk $virtualDisk -Letter 'D' -Label 'WCDB' -AllocationUnitBytes 65536
    .NOTES
        Source: [known-mistakes#formats-by-letter], [storage-pools#partition-style],
        [storage-pools#file-system-shown-late], [storage-pools#format-in-use].
        PartitionStyle 0 is RAW, 2 GPT.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [Parameter(Mandatory)] [string] $Letter,
        [Parameter(Mandatory)] [string] $Label,
        [Parameter(Mandatory)] [int] $AllocationUnitBytes,
        [ValidateSet('NTFS', 'ReFS')] [string] $FileSystem = 'NTFS',
        [bool] $Begun = $false,
        [scriptblock] $Record = {}
    )

    if (-not $PSCmdlet.ShouldProcess("$($VirtualDisk.UniqueId) as ${Letter}:", 'Create the volume')) {
        return
    }
    Set-CwDiskOnline -VirtualDisk $VirtualDisk
    $disk = Get-Disk -VirtualDisk $VirtualDisk -ErrorAction Stop
    if ([int] $disk.CimInstanceProperties['PartitionStyle'].Value -eq 0) {
        Initialize-Disk -UniqueId $disk.UniqueId -PartitionStyle 'GPT' -Confirm:$false -ErrorAction Stop
    }
    $partitions = @(Get-CwDataPartition -Disk $disk)
    if ($partitions.Count -gt 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "Virtual disk $($VirtualDisk.UniqueId) has $($partitions.Count) data partitions, expected at most one.")
    }
    $found = $partitions.Count -eq 1
    if (-not $found) {
        Confirm-CwLetterFree -Letter $Letter
        $partition = @{
            InputObject = $disk
            UseMaximumSize = $true
            DriveLetter = $Letter
            Alignment = 1MB
            ErrorAction = 'Stop'
        }
        $null = & $Record $VirtualDisk.UniqueId
        try {
            $partitions = @(New-Partition @partition)
        }
        catch {
            $null = & $Record ''
            throw
        }
    }
    $wait = @{}
    do {
        $volumes = @(Find-CwStorageObject -Query { Get-Volume -Partition $partitions[0] -ErrorAction Stop })
        $blank = @($volumes | Where-Object { $_.FileSystem -notin '', 'RAW', $null }).Count -eq 0
        $again = $found -and $blank -and (Test-CwTimeLeft -Wait $wait -Seconds 60)
        if ($again) {
            Start-Sleep -Seconds 2
        }
    } while ($again)
    if ($volumes.Count -ne 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "The new partition shows $($volumes.Count) volumes, expected one: it isn't formatted.")
    }
    if (-not $blank) {
        return
    }
    if ($found -and -not $Begun) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "The volume for ${Letter}: shows no file system, and nothing says that it is new: it isn't formatted. " +
            "If nothing on it is needed, delete the partition on virtual disk $($VirtualDisk.UniqueId).")
    }
    $format = @{
        Partition = $partitions[0]
        FileSystem = $FileSystem
        AllocationUnitSize = $AllocationUnitBytes
        NewFileSystemLabel = $Label
        Confirm = $false
        ErrorAction = 'Stop'
    }
    $null = Format-Volume @format
    Write-CwLog -Message "volume ${Letter}: formatted"
}
