function ConvertTo-CwSerial {
    <#
    .SYNOPSIS
        Returns a disk's serial number without the tail that the NVMe driver adds.
    .PARAMETER SerialNumber
        As Windows gives it: vol0123456789abcdef0_00000001. or AWS1234567890ABCDEF_00000001.
    .OUTPUTS
        System.String: vol... for EBS, AWS... for instance store, empty text where there is none
    .EXAMPLE
        ConvertTo-CwSerial -SerialNumber 'vol0123456789abcdef0_00000001.'
    .NOTES
        Source: [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [AllowEmptyString()] [string] $SerialNumber
    )

    return ($SerialNumber -replace '_[^ ]*$', '').Trim().TrimEnd('.')
}
