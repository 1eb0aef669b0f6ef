function Confirm-CwTempdbRoom {
    <#
    .SYNOPSIS
        Guarantees that the tempdb drive has room for tempdb's files, before SQL Server is started.
    .DESCRIPTION
        After a start the drive is as large as the new host's disks, and SQL Server doesn't start without room for its
        files at their configured sizes. Where SQL Server never told the sizes, or the drive can't be found, it will say
        so itself.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None; otherwise the action ends with CW2045.
    .EXAMPLE
        Confirm-CwTempdbRoom -Inventory $inventory
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    $known = Get-CwRememberedFile
    if ($null -eq $Inventory.tempdb -or $null -eq $known -or
        $null -eq (Get-CwPlannedValue -Plan $known -Name 'bytes' -Default $null)) {
        return
    }
    $letter = $Inventory.tempdb.letter
    $room = Get-CwTempdbRoom -Letter $letter -Path @($known.tempdb)
    if ($null -ne $room -and $room -lt [long] $known.bytes) {
        Stop-CwAction -Code 'CW2045' -Outcome 'unsafe' -Message (
            "tempdb's files need $($known.bytes) bytes on drive ${letter}:, which has room for $room.")
    }
}
