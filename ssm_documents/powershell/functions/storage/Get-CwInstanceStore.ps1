function Get-CwInstanceStore {
    <#
    .SYNOPSIS
        Lists the instance-store disks that answer, in the order of their serial numbers.
    .PARAMETER SubSystem
        The local storage subsystem.
    .OUTPUTS
        System.Collections.Hashtable: serial, uniqueId, sizeBytes, free (in no pool, may join one), pooled (in a pool;
        Get-CwStorageFact corrects it for a disk that our pool has lost: in another one), instance (MSFT_PhysicalDisk)
    .EXAMPLE
        Get-CwInstanceStore -SubSystem (Get-CwStorageSubSystem)
    .NOTES
        Source: [windows#serial-numbers], [storage-pools#cannot-pool]: 2 is In a Pool.
        The order is the same whoever asks, so that the boot task (tempdb drive) and
        the worker (cache) never want the same disk. A pool lists a member that is gone with Lost Communication (13): it
        doesn't answer.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $SubSystem
    )

    $number = Get-CwStatusNumber
    $found = @(Get-PhysicalDisk -StorageSubsystem $SubSystem -ErrorAction Stop |
            Where-Object { $_.SerialNumber -clike '*AWS*' })
    $disks = foreach ($disk in $found) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        $operational = @([int[]] $disk.CimInstanceProperties['OperationalStatus'].Value)
        $answers = @($operational | Where-Object { $_ -notin $number.present }).Count -eq 0
        if ($serial -clike 'AWS*' -and $answers) {
            @{
                serial = $serial
                uniqueId = $disk.UniqueId
                sizeBytes = [long] $disk.Size
                free = [bool] $disk.CanPool
                pooled = @([int[]] $disk.CimInstanceProperties['CannotPoolReason'].Value) -contains $number.inPool
                instance = $disk
            }
        }
    }
    return @($disks | Sort-Object -Property { $_.serial })
}
