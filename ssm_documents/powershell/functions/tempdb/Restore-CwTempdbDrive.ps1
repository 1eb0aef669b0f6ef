function Restore-CwTempdbDrive {
    <#
    .SYNOPSIS
        Guarantees the tempdb drive and its folders: attached if it is still there, else made of blank instance store.
    .DESCRIPTION
        After a new start on another host the tempdb drive is gone with its disks, which loses nothing. One blank disk
        is left for the cache as long as the cache is not on one. Only disks with an instance-store serial number are
        used; a drive of that letter elsewhere is foreign and gets no folder. A pool with a disk that doesn't answer
        carries no drive any more: nothing is made or formatted there. A volume that was there before is never
        formatted, but for one whose making was cut off.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Fact
        Get-CwStorageFact's answer of just now; without it the storage is asked.
    .OUTPUTS
        System.Boolean, true if something was changed
    .EXAMPLE
        Restore-CwTempdbDrive -Inventory $inventory
    .NOTES
        Source: [write-cache#tempdb-pool-vanishes], [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [hashtable] $Fact
    )

    if ($null -eq $Inventory.tempdb) {
        return $false
    }
    $facts = $Fact
    if ($null -eq $facts) {
        $facts = Get-CwStorageFact -Inventory $Inventory
    }
    $taken = Test-Path -LiteralPath "$($Inventory.tempdb.letter):\"
    if ($taken) {
        Confirm-CwTempdbDrive -Letter $Inventory.tempdb.letter
        Save-CwVolumeRecord -Letter $Inventory.tempdb.letter -Building ([bool] $Inventory.building)
    }
    if ($facts.tempdbPresent) {
        return $false
    }
    if (-not $taken) {
        $pool = Get-CwTempdbPool -Fact $facts
        if ($null -eq $pool) {
            try {
                $pool = New-CwTempdbPool -Fact $facts -Inventory $Inventory
            }
            catch {
                if ($null -eq $Fact -or $_.FullyQualifiedErrorId -notlike 'StorageWMI *') {
                    throw
                }
                # A disk that was blank when the caller looked may be taken by now.
                return (Restore-CwTempdbDrive -Inventory $Inventory)
            }
        }
        $answering = @($facts.instanceStore | ForEach-Object { $_.serial })
        $serials = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber })
        $lost = @($serials | Where-Object { $answering -notcontains $_ })
        if ($lost.Count -gt 0) {
            Stop-CwAction -Code 'CW1047' -Outcome 'unsafe' -Message (
                "Disk $($lost[0]) of the tempdb drive $($Inventory.tempdb.letter): doesn't answer any more.")
        }
        $virtualDisk = New-CwSpace -Pool $pool -Name 'SSD' -Columns $serials.Count -CacheBytes 0
        $volume = @{
            VirtualDisk = $virtualDisk
            Letter = $Inventory.tempdb.letter
            Label = 'SSD'
            AllocationUnitBytes = 65536
        }
        Complete-CwVolume -Volume $volume -Building ([bool] $Inventory.building)
        if (-not (Test-Path -LiteralPath "$($Inventory.tempdb.letter):\")) {
            Restore-CwDriveLetter -VirtualDisk $virtualDisk -Letter $Inventory.tempdb.letter
        }
    }
    # One that is disabled finds its folder, with its rights, when somebody enables it again.
    $accounts = @(Get-CwSqlInstance -IncludeDisabled |
            ForEach-Object { 'NT SERVICE\' + (Get-CwServiceName -Instance $_.name) })
    foreach ($folder in @($Inventory.tempdb.folders)) {
        New-CwServiceFolder -Path $folder -Account $accounts
    }
    Write-CwLog -Message "tempdb drive $($Inventory.tempdb.letter): is there with its folders"
    return $true
}
