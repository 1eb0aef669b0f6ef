function Save-CwVolumeRecord {
    <#
    .SYNOPSIS
        Writes down that a drive's partition is about to be made on a virtual disk, or that the drive is there.
    .PARAMETER Letter
        The drive letter.
    .PARAMETER VirtualDisk
        UniqueId of a virtual disk that was seen without a partition; left out once the drive has a file system, or
        where no partition could be made.
    .PARAMETER Building
        The storage is being built (Inventory.building), and a stop is harmless: a record that can't be written ends the
        action with CW3020. Else it is only logged: SQL Server waits for the tempdb drive, not for a record that only a
        later run reads. Of a run that is cut off meanwhile an empty partition is left to a person (CW1028).
    .OUTPUTS
        None
    .EXAMPLE
        Save-CwVolumeRecord -Letter 'D' -VirtualDisk $virtualDisk.UniqueId -Building $true
    .NOTES
        Source: [glossary#idempotency]. Written before the partition is made, so that a run that is cut off right after
        it is continued, and no other partition is taken for its.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Letter,
        [string] $VirtualDisk = '',
        [Parameter(Mandatory)] [bool] $Building
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
    try {
        Write-CwStateFile -Name 'volumes' -Content @{ unformatted = $entries }
    }
    catch {
        if ($Building) {
            throw
        }
        Write-CwLog -Message "volumes not written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
