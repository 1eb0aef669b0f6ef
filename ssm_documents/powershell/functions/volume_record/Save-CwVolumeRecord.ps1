function Save-CwVolumeRecord {
    <#
    .SYNOPSIS
        Writes down that a drive's partition is about to be made on a virtual disk, or that the drive is there.
    .PARAMETER Letter
        The drive letter.
    .PARAMETER VirtualDisk
        UniqueId of a virtual disk that was seen without a partition; left out once the drive has a file system, or
        where no partition could be made.
    .OUTPUTS
        None
    .EXAMPLE
        Save-CwVolumeRecord -Letter 'D' -VirtualDisk $virtualDisk.UniqueId
    .NOTES
        Source: [glossary#idempotency]. Written before the partition is made, so that a run that is cut off right after
        it is continued, and no other partition is taken for its.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Letter,
        [string] $VirtualDisk = ''
    )

    $known = @(Read-CwVolumeRecord)
    $its = @($known | Where-Object { $_.letter -eq $Letter })
    if ($its.Count -eq 0 -and $VirtualDisk -eq '') {
        return
    }
    $entries = @($known | Where-Object { $_.letter -ne $Letter })
    if ($VirtualDisk -ne '') {
        $entries += [pscustomobject] @{ letter = $Letter; virtualDisk = $VirtualDisk }
    }
    Write-CwStateFile -Name 'volumes' -Content @{ unformatted = $entries }
}
