function Get-CwBlankEbsDisk {
    <#
    .SYNOPSIS
        Finds EBS disks by serial number and guarantees that each is there once, blank and in no pool.
    .PARAMETER SubSystem
        The local storage subsystem.
    .PARAMETER Serial
        Serial numbers without the driver's tail.
    .OUTPUTS
        System.Collections.Hashtable by serial: uniqueId, sizeBytes, instance (MSFT_PhysicalDisk)
    .EXAMPLE
        Get-CwBlankEbsDisk -SubSystem $subsystem -Serial 'vol0123456789abcdef0'
    .NOTES
        Source: [storage-pools#cannot-pool], [windows#serial-numbers].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $SubSystem,
        [Parameter(Mandatory)] [string[]] $Serial
    )

    $found = @{}
    foreach ($disk in @(Get-PhysicalDisk -StorageSubsystem $SubSystem -ErrorAction Stop)) {
        $text = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        if ($Serial -notcontains $text) {
            continue
        }
        if ($found.Contains($text)) {
            Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message "Two disks have the serial number $text."
        }
        if (-not $disk.CanPool) {
            $reasons = @([int[]] $disk.CimInstanceProperties['CannotPoolReason'].Value) -join ', '
            Stop-CwAction -Code 'CW1040' -Outcome 'unsafe' -Message (
                "$text can't join a pool, CannotPoolReason $reasons.")
        }
        $found[$text] = @{ uniqueId = [string] $disk.UniqueId; sizeBytes = [long] $disk.Size; instance = $disk }
    }
    foreach ($text in $Serial) {
        if (-not $found.Contains($text)) {
            Stop-CwAction -Code 'CW1038' -Outcome 'retry' -Message "Volume $text can't be seen on this node."
        }
    }
    return $found
}
