function Stop-CwStorageJob {
    <#
    .SYNOPSIS
        Ends the storage jobs that move a virtual disk's extents, before they are to move the other way.
    .DESCRIPTION
        Setting the usages back ends no job: one that hangs would be joined by the next repair. A job is asked to end,
        and ends later: the next repair would take its end for its own, so that it is waited for, two minutes at most.
    .PARAMETER VirtualDiskId
        UniqueId of the virtual disk; jobs of others are left alone.
    .OUTPUTS
        None; a job that can't be ended, or doesn't end, is told in the log.
    .EXAMPLE
        Stop-CwStorageJob -VirtualDiskId $inventory.virtualDisk.uniqueId
    .NOTES
        Source: [write-cache#moves-with-retired], [storage-pools#jobs].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $VirtualDiskId
    )

    $number = Get-CwStatusNumber
    try {
        $spaces = @(Get-VirtualDisk -UniqueId $VirtualDiskId -ErrorAction Stop)
        $space = Select-CwSingle -Found $spaces -What "virtual disk $VirtualDiskId"
        $query = { Get-StorageJob -VirtualDisk $space -ErrorAction Stop }
        $asked = @()
        $wait = @{}
        while ($true) {
            $left = 0
            foreach ($job in @(Find-CwStorageObject -Query $query)) {
                $state = [int] $job.CimInstanceProperties['JobState'].Value
                if ($state -in $number.jobOver -or -not $PSCmdlet.ShouldProcess($job.Name, 'Stop the storage job')) {
                    continue
                }
                $left++
                if ($asked -notcontains $job.UniqueId) {
                    $asked += $job.UniqueId
                    Stop-StorageJob -UniqueId $job.UniqueId -Confirm:$false -ErrorAction Stop
                    Write-CwLog -Message "storage job $($job.Name) is asked to end in state $state"
                }
            }
            if ($left -eq 0) {
                return
            }
            if (-not (Test-CwTimeLeft -Wait $wait -Seconds 120)) {
                Write-CwLog -Message "$left storage jobs don't end"
                return
            }
            Start-Sleep -Seconds 5
        }
    }
    catch {
        Write-CwLog -Message "storage jobs weren't stopped: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
