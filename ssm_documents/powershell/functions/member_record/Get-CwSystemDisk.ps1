function Get-CwSystemDisk {
    <#
    .SYNOPSIS
        Returns the serial number of the EBS volume that Windows started from.
    .OUTPUTS
        System.String, empty where it isn't one
    .EXAMPLE
        Get-CwSystemDisk
    .NOTES
        Source: [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    return @(Get-Disk -ErrorAction Stop | Where-Object { $_.IsBoot } |
            ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber } |
            Where-Object { $_ -clike 'vol*' }) -join ','
}
