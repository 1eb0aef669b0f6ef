function Get-CwDataPartition {
    <#
    .SYNOPSIS
        Lists the data partitions of a disk, without those that Windows reserves.
    .PARAMETER Disk
        The disk of a virtual disk, from Get-Disk.
    .OUTPUTS
        System.Object: MSFT_Partition, none where the disk has no data partition
    .EXAMPLE
        @(Get-CwDataPartition -Disk $disk).Count
    .NOTES
        Source: the GPT type of basic data partitions.
    #>
    [CmdletBinding()]
    [OutputType([object])]
    param(
        [Parameter(Mandatory)] [object] $Disk
    )

    Find-CwStorageObject -Query { Get-Partition -Disk $Disk -ErrorAction Stop } |
        Where-Object { $_.GptType -eq '{ebd0a0a2-b9e5-4433-87c0-68b6b72699c7}' }
}
