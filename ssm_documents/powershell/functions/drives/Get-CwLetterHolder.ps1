function Get-CwLetterHolder {
    <#
    .SYNOPSIS
        Says which disk has a drive letter, in words for a message.
    .PARAMETER Letter
        The drive letter.
    .OUTPUTS
        System.String, empty where no disk has it (a DVD drive does, or a share), or none can be asked: what it only
        adds to must not become another error
    .EXAMPLE
        "drive D: belongs to another volume$(Get-CwLetterHolder -Letter 'D')"
    .NOTES
        Source: [windows#letters-move], [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Letter
    )

    try {
        $partitions = @(Find-CwStorageObject -Query { Get-Partition -ErrorAction Stop } |
                Where-Object { [string] $_.DriveLetter -eq $Letter })
        $disks = @(foreach ($partition in $partitions) {
                $disk = Get-Disk -Number $partition.DiskNumber -ErrorAction Stop
                "disk $($disk.Number), $(ConvertTo-CwSerial -SerialNumber $disk.SerialNumber)"
            })
    }
    catch {
        Write-CwLog -Message "which disk has drive ${Letter}: isn't known: $($_.Exception.Message)"
        return ''
    }
    if ($disks.Count -eq 0) {
        return ''
    }
    return " ($($disks -join '; '))"
}
