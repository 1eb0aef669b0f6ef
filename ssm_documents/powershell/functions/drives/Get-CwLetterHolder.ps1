function Get-CwLetterHolder {
    <#
    .SYNOPSIS
        Says which disk has a drive letter, in words for a message.
    .PARAMETER Letter
        The drive letter.
    .OUTPUTS
        System.String, empty where no disk has it: a DVD drive does, or a share
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

    $partitions = @(Find-CwStorageObject -Query { Get-Partition -ErrorAction Stop } |
            Where-Object { [string] $_.DriveLetter -eq $Letter })
    if ($partitions.Count -eq 0) {
        return ''
    }
    $disk = Get-Disk -Number $partitions[0].DiskNumber -ErrorAction Stop
    return " (disk $($disk.Number), $(ConvertTo-CwSerial -SerialNumber $disk.SerialNumber))"
}
