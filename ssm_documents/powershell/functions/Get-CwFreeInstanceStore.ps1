function Get-CwFreeInstanceStore {
    <#
    .SYNOPSIS
        Lists the instance-store disks that are in no pool and may join one, in the order of their serial numbers.
    .PARAMETER SubSystem
        The local storage subsystem.
    .OUTPUTS
        System.Collections.Hashtable: serial, uniqueId, sizeBytes, instance (MSFT_PhysicalDisk)
    .EXAMPLE
        Get-CwFreeInstanceStore -SubSystem (Get-CwStorageSubSystem)
    .NOTES
        Source: reference 1.7. The order is the same whoever asks, so that the boot task (tempdb drive) and the worker
        (cache) never want the same disk.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $SubSystem
    )

    $poolable = @(Get-PhysicalDisk -StorageSubsystem $SubSystem -CanPool $true -ErrorAction Stop)
    $disks = foreach ($disk in $poolable) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        if ($serial -clike 'AWS*') {
            @{ serial = $serial; uniqueId = $disk.UniqueId; sizeBytes = [long] $disk.Size; instance = $disk }
        }
    }
    return @($disks | Sort-Object -Property { $_.serial })
}
