function Wait-CwCacheMove {
    <#
    .SYNOPSIS
        Repairs the virtual disk and waits until nothing is left to move.
    .DESCRIPTION
        Success is what is observed twice in a row: no storage job, the virtual disk Healthy and OK, nothing of it on
        the source disk. The repair command's return says nothing: some versions of Windows go on in the background. A
        job that fails, no progress for ten minutes, or one that begins again and again end the action; a slow one
        doesn't.
    .PARAMETER SourceId
        UniqueId of the disk that is emptied.
    .PARAMETER Order
        The work order; progress goes to the worker's state.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER UnderLoad
        SQL Server writes meanwhile: given up sooner, so that the move goes on without that.
    .OUTPUTS
        None
    .EXAMPLE
        Wait-CwCacheMove -SourceId $nvme.uniqueId -Order $order -Inventory $inventory
    .NOTES
        Source: [write-cache#copies-everything], [write-cache#emptied],
        [failover-cluster#storage-views].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $SourceId,
        [Parameter(Mandatory)] [object] $Order,
        [Parameter(Mandatory)] [object] $Inventory,
        [switch] $UnderLoad
    )

    $number = Get-CwStatusNumber
    $virtualDiskId = $Inventory.virtualDisk.uniqueId
    $all = @(Get-CwStorageJob | ForEach-Object { $_.uniqueId })
    $own = @(Get-CwOwnJob -Inventory $Inventory -SubSystem (Get-CwStorageSubSystem) |
            Where-Object { $_.state -notin $number.jobOver } | ForEach-Object { $_.uniqueId })
    $earlier = @($all | Where-Object { $own -notcontains $_ })
    $watch = New-CwMoveWatch -CacheBytes ([long] $Order.cacheBytes) -UnderLoad:$UnderLoad
    $repair = $null
    $repairs = 0
    $quiet = 0
    while ($quiet -lt 2) {
        if ($null -eq $repair) {
            $repairs++
            if ($repairs -gt 3) {
                Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
                    'Three repairs ended, and something is still on the disk that should be empty.')
            }
            $found = @(Get-VirtualDisk -UniqueId $virtualDiskId -ErrorAction Stop)
            $null = Select-CwSingle -Found $found -What 'the virtual disk'
            $repair = Repair-VirtualDisk -UniqueId $virtualDiskId -AsJob -Confirm:$false -ErrorAction Stop
            Write-CwLog -Message "repair $repairs of the virtual disk started"
        }
        Start-Sleep -Seconds (Get-CwPollPause -Watch $watch -Quiet $quiet)

        $working = $repair.State -in 'Running', 'NotStarted'
        $jobs = @(Get-CwStorageJob | Where-Object { $earlier -notcontains $_.uniqueId })
        $ended = @($jobs | Where-Object { $_.state -in $number.jobFailed })
        if ($ended.Count -gt 0 -and -not $working) {
            Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
                "Storage job $($ended[0].name) ended in state $($ended[0].state) at $($ended[0].percent) %.")
        }
        if ($repair.State -eq 'Failed') {
            # Shows the error with its StorageWMI number.
            $null = Receive-Job -Job $repair -ErrorAction Stop
        }
        $active = @($jobs | Where-Object { $_.state -notin $number.jobOver })
        Update-CwMoveWatch -Watch $watch -Job $active -Order $Order
        if ($active.Count -gt 0 -or $working) {
            $quiet = 0
            continue
        }
        if (Test-CwDiskEmptied -SourceId $SourceId -Inventory $Inventory) {
            $quiet++
        }
        else {
            $quiet = 0
            $repair = $null
        }
    }
}
