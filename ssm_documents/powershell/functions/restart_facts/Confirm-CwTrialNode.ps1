function Confirm-CwTrialNode {
    <#
    .SYNOPSIS
        Guarantees that the node still holds nothing but what earlier calls of the tries have built, and finds that.
    .DESCRIPTION
        Every pool must be one of the tries', by its UniqueId, and all of them must be here. A disk is the system's, a
        member of such a pool, a named volume that is blank, or blank instance store; a virtual disk of the tries has no
        partition either: nobody has put anything there. It waits up to two minutes for
        a pool that is starting.
    .PARAMETER Trial
        What earlier calls wrote down.
    .OUTPUTS
        System.Collections.Hashtable: pools (MSFT_StoragePool by name), store (blank instance-store disks), subsystem
    .EXAMPLE
        $node = Confirm-CwTrialNode -Trial $trial
    .NOTES
        Source: [storage-pools#cannot-pool], [storage-pools#pool-starting], [windows#serial-numbers]. All pools
        are the tries', so are their members; a disk that doesn't answer can't be used up.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial
    )

    $number = Get-CwStatusNumber
    $subsystem = Get-CwStorageSubSystem
    $query = { Get-StoragePool -StorageSubSystem $subsystem -IsPrimordial $false -ErrorAction Stop }
    foreach ($look in 1..24) {
        $pools = @(Find-CwStorageObject -Query $query)
        $starting = @($pools | Where-Object {
                @([int[]] $_.CimInstanceProperties['OperationalStatus'].Value) -contains $number.starting
            })
        if ($starting.Count -eq 0) {
            break
        }
        Start-Sleep -Seconds 5
    }
    $found = @{}
    foreach ($name in $Trial.pools.Keys) {
        $own = @($pools | Where-Object { $_.UniqueId -eq $Trial.pools[$name] })
        if ($own.Count -ne 1) {
            Stop-CwAction -Code 'CW1088' -Outcome 'unsafe' -Message "The pool $name of the tries isn't here any more."
        }
        $found[$name] = $own[0]
    }
    foreach ($pool in $pools) {
        if (@($Trial.pools.Values) -notcontains $pool.UniqueId) {
            Stop-CwAction -Code 'CW1061' -Outcome 'unsafe' -Message "The storage pool $($pool.FriendlyName) is here."
        }
    }
    $disks = @(Get-Disk -ErrorAction Stop)
    $system = @()
    $raw = @()
    foreach ($disk in $disks) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        if ($disk.IsBoot -or $disk.IsSystem) {
            $system += $serial
            continue
        }
        if ($disk.CimInstanceProperties['PartitionStyle'].Value -ne 0 -or $disk.NumberOfPartitions -ne 0) {
            Stop-CwAction -Code 'CW1063' -Outcome 'unsafe' -Message (
                "Disk $($disk.Number) has a partition table: it isn't blank.")
        }
        $raw += $serial
    }
    foreach ($disk in @(Get-PhysicalDisk -StorageSubsystem $subsystem -ErrorAction Stop)) {
        $serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
        $status = @([int[]] $disk.CimInstanceProperties['OperationalStatus'].Value)
        $answers = @($status | Where-Object { $_ -notin $number.present }).Count -eq 0
        $pooled = @([int[]] $disk.CimInstanceProperties['CannotPoolReason'].Value) -contains $number.inPool
        if ($system -contains $serial -or $pooled -or -not $answers) {
            continue
        }
        $named = $Trial.volumes -contains $serial -or $serial -clike 'AWS*'
        if (-not $named -or -not $disk.CanPool -or $raw -notcontains $serial) {
            Stop-CwAction -Code 'CW1063' -Outcome 'unsafe' -Message "The disk $serial isn't blank, or nobody named it."
        }
    }
    $store = @(Get-CwInstanceStore -SubSystem $subsystem | Where-Object { $_.free })
    return @{ pools = $found; store = $store; subsystem = $subsystem }
}
