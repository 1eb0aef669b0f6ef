function Get-CwInstanceStoreLetter {
    <#
    .SYNOPSIS
        Lists the letters of drives that are partitions of instance-store disks: a stop destroys them.
    .OUTPUTS
        System.String, letters in order; nothing where there is none
    .EXAMPLE
        Get-CwInstanceStoreLetter
    .NOTES
        Source: [windows#serial-numbers]. A drive on a pool isn't among them: its disk has a serial number of its own.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    $subsystem = Get-CwStorageSubSystem
    $numbers = @(Get-Disk -StorageSubSystem $subsystem -ErrorAction Stop |
            Where-Object { (ConvertTo-CwSerial -SerialNumber $_.SerialNumber) -clike 'AWS*' } |
            ForEach-Object { $_.Number })
    Find-CwStorageObject -Query { Get-Partition -StorageSubSystem $subsystem -ErrorAction Stop } |
        Where-Object { $_.DiskNumber -in $numbers -and [int] $_.DriveLetter -ne 0 } |
        ForEach-Object { [string] $_.DriveLetter } | Sort-Object -Unique
}
