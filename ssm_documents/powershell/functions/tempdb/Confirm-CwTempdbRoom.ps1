function Confirm-CwTempdbRoom {
    <#
    .SYNOPSIS
        Guarantees that the tempdb drive has room for tempdb's files, before SQL Server is started.
    .DESCRIPTION
        After a start the drive is as large as the new host's disks, and SQL Server doesn't start without room for its
        files at their configured sizes. Files of tempdb that are there already have theirs. Where SQL Server never told
        the sizes, or the drive isn't on our pool of instance store, SQL Server itself will say.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None; otherwise the action ends with CW2045.
    .EXAMPLE
        Confirm-CwTempdbRoom -Inventory $inventory
    .NOTES
        Source: [sql-server#tempdb-folders], [windows#letters-move].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $known = Read-CwStateFile -Name 'files'
    if ($null -eq $Inventory.tempdb -or $null -eq $known -or
        $null -eq (Get-CwPlannedValue -Plan $known -Name 'bytes' -Default $null)) {
        return
    }
    $letter = $Inventory.tempdb.letter
    $pool = Get-CwTempdbPool -Fact (Get-CwStorageFact -Inventory $null)
    if ($null -eq $pool) {
        return
    }
    $virtualDisks = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop })
    $disks = @(foreach ($virtualDisk in $virtualDisks) {
            Find-CwStorageObject -Query { Get-Disk -VirtualDisk $virtualDisk -ErrorAction Stop }
        })
    $partitions = @(foreach ($disk in $disks) {
            Find-CwStorageObject -Query { Get-Partition -Disk $disk -ErrorAction Stop }
        })
    $volumes = @(foreach ($partition in $partitions) {
            if ([string] $partition.DriveLetter -eq $letter) {
                Get-Volume -Partition $partition -ErrorAction Stop
            }
        })
    if ($volumes.Count -ne 1) {
        return
    }
    $there = [long] 0
    foreach ($path in @($known.tempdb | Where-Object { $_ -like "${letter}:\*" })) {
        $item = Get-CwItem -Path $path
        if ($null -ne $item) {
            $there += $item.Length
        }
    }
    $room = [long] $volumes[0].SizeRemaining + $there
    if ($room -lt [long] $known.bytes) {
        Stop-CwAction -Code 'CW2045' -Outcome 'unsafe' -Message (
            "tempdb's files need $($known.bytes) bytes on drive ${letter}:, which has room for $room.")
    }
}
