function Get-CwLostTempdbDisk {
    <#
    .SYNOPSIS
        Lists the disks of the tempdb drive that don't answer any more.
    .PARAMETER Known
        What was remembered of the drive (Read-CwStateFile -Name 'files'), or null.
    .PARAMETER Disk
        The instance-store disks that answer (Get-CwInstanceStore).
    .OUTPUTS
        System.String, serial numbers; nothing where it isn't known on which disks the drive lay
    .EXAMPLE
        Get-CwLostTempdbDisk -Known (Read-CwStateFile -Name 'files') -Disk $facts.instanceStore
    .NOTES
        Source: [write-cache#tempdb-pool-vanishes]. The drive is a Simple space: with one disk of it all of it is lost.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [object] $Known,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Disk
    )

    if ($null -eq $Known) {
        return
    }
    $answering = @($Disk | ForEach-Object { $_.serial })
    Get-CwPlannedValue -Plan $Known -Name 'disks' -Default @() |
        Where-Object { $null -ne $_ -and $answering -notcontains $_ }
}
