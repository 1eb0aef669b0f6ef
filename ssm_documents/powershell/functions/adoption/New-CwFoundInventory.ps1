function New-CwFoundInventory {
    <#
    .SYNOPSIS
        Puts together the inventory of a storage that is there.
    .PARAMETER Found
        pool, virtualDisk (as Windows gives them), members (Get-CwFoundMember), volume (Get-CwFoundVolume), storeLetters
        (Get-CwInstanceStoreVolume), tempdb (paths of tempdb's files), instanceStore (serial numbers that answer).
    .PARAMETER Former
        The inventory that is there, or null.
    .OUTPUTS
        System.Management.Automation.PSCustomObject, as New-CwInventory's, not building
    .EXAMPLE
        New-CwFoundInventory -Found $found -Former $null
    .NOTES
        Source: [glossary#inventory]. Of a host's instance-store disks those are kept that are known and don't answer:
        they prove later that the host is the same (Save-CwInstanceStore).
    #>
    [CmdletBinding()]
    [OutputType([pscustomobject])]
    param(
        [Parameter(Mandatory)] [hashtable] $Found,
        [Parameter(Mandatory)] [AllowNull()] [object] $Former
    )

    $letter = $Found.volume.letter
    $folders = @($Found.tempdb | ForEach-Object { $_ -replace '\\[^\\]*$', '' } | Sort-Object -Unique)
    $onData = @($folders | Where-Object { $_ -like "${letter}:\*" })
    $store = @($Found.instanceStore)
    $tempdb = $null
    $drives = @($Found.storeLetters)
    $used = @($drives | Where-Object { $drive = $_; @($folders | Where-Object { $_ -like "${drive}:*" }).Count -gt 0 })
    if ($used.Count -eq 0 -and $folders.Count -eq 0) {
        # SQL Server was never asked.
        $used = $drives
    }
    elseif ($used.Count -eq 0) {
        # A drive that isn't there now is made again at the next start, of blank instance store only.
        $vacant = @(Get-CwVacantLetter)
        $used = @($folders | ForEach-Object { $_.Substring(0, 1).ToUpperInvariant() } | Sort-Object -Unique |
                Where-Object { $vacant -contains $_ })
    }
    if ($used.Count -gt 1) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "tempdb may lie on $($used.Count) drives that are on instance store, or gone ($($used -join ', ')); " +
            'expected one.')
    }
    if ($used.Count -eq 1) {
        $there = @($folders | Where-Object { $_ -like "$($used[0]):\*" })
        $tempdb = [pscustomobject] @{ letter = $used[0]; folders = $there }
    }
    if ($null -ne $Former) {
        $known = @($Former.instanceStore | Where-Object { $null -ne $_ })
        if (@($known | Where-Object { $store -contains $_ }).Count -gt 0) {
            $store = @(@($known) + @($store) | Sort-Object -Unique)
        }
        if ($folders.Count -eq 0) {
            $onData = @(Get-CwPlannedValue -Plan $Former.virtualDisk -Name 'folders' -Default @())
            if ($null -ne $tempdb -and $null -ne $Former.tempdb -and $Former.tempdb.letter -eq $tempdb.letter) {
                $tempdb.folders = @($Former.tempdb.folders)
            }
        }
    }
    $label = $Found.volume.label
    if ($label -eq '') {
        $label = 'WCDB'
    }
    return [pscustomobject] @{
        v = 1
        writtenAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
        building = $false
        pool = [pscustomobject] @{
            uniqueId = [string] $Found.pool.UniqueId
            friendlyName = [string] $Found.pool.FriendlyName
            removing = ''
        }
        virtualDisk = [pscustomobject] @{
            uniqueId = [string] $Found.virtualDisk.UniqueId
            friendlyName = [string] $Found.virtualDisk.FriendlyName
            letter = $letter
            label = $label
            fileSystem = $Found.volume.fileSystem
            folders = $onData
            writeCacheBytes = [long] $Found.virtualDisk.WriteCacheSize
            columns = [int] $Found.virtualDisk.NumberOfColumns
            interleaveBytes = [long] $Found.virtualDisk.Interleave
            allocationUnitBytes = $Found.volume.allocationUnitBytes
        }
        members = @(foreach ($member in $Found.members) {
                [pscustomobject] @{
                    serial = $member.serial
                    uniqueId = $member.uniqueId
                    role = $member.role
                    sizeBytes = $member.sizeBytes
                }
            })
        instanceStore = $store
        tempdb = $tempdb
    }
}
