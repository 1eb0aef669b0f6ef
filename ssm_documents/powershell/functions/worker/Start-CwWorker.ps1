function Start-CwWorker {
    <#
    .SYNOPSIS
        Hands a move of the cache to the host's worker and returns at once.
    .DESCRIPTION
        The worker is a scheduled task that outlives this command: a killed or timed-out command would take a half-done
        repair and its verdict with it. Order and state are on disk before the task starts.
    .PARAMETER Work
        evacuate or restore.
    .PARAMETER Token
        Fencing token of the operation.
    .PARAMETER ActionToken
        The command's id, or null.
    .PARAMETER BootId
        This boot's id: an order is never carried out in another boot.
    .PARAMETER CacheBytes
        Size of the write-back cache.
    .PARAMETER Online
        SQL Server may run while the cache is evacuated.
    .OUTPUTS
        None
    .EXAMPLE
        Start-CwWorker -Work 'evacuate' -Token 7 -ActionToken $null -BootId '638' -CacheBytes 100GB
    .NOTES
        Source: [glossary#worker]. A missing task ends the action with CW3008; one that runs another bundle than the
        one that this script was loaded from, with CW3019. The worker compares the bundle's hash when it begins.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [ValidateSet('evacuate', 'restore')] [string] $Work,
        [Parameter(Mandatory)] [long] $Token,
        [Parameter(Mandatory)] [AllowNull()] [object] $ActionToken,
        [Parameter(Mandatory)] [string] $BootId,
        [Parameter(Mandatory)] [long] $CacheBytes,
        [switch] $Online
    )

    $task = Get-CwTask -Task 'worker'
    if ($null -eq $task) {
        Stop-CwAction -Code 'CW3008' -Outcome 'unsafe' -Message 'The scheduled task CacheWarden-Worker is not there.'
    }
    $faults = @(Get-CwTaskFault -Task 'worker' -Definition $task)
    if ($faults.Count -gt 0) {
        Stop-CwAction -Code 'CW3019' -Outcome 'unsafe' -Message ($faults -join '; ')
    }
    $runs = Get-CwTaskScript -Task 'worker' -Definition $task
    $deployed = Get-CwDataPath -ChildPath "bundle\$CwBundle\worker.ps1"
    if ($runs -ne $deployed) {
        Stop-CwAction -Code 'CW3019' -Outcome 'unsafe' -Message "The worker's task runs $runs, not $deployed."
    }
    if (-not $PSCmdlet.ShouldProcess('CacheWarden-Worker', "Start the worker: $Work")) {
        return
    }
    $order = [ordered] @{
        v = 1
        work = $Work
        token = $Token
        actionToken = $ActionToken
        bootId = $BootId
        startedAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
        cacheBytes = $CacheBytes
        online = $Online.IsPresent
    }
    Write-CwStateFile -Name 'work' -Content $order
    Write-CwWorkerState -Order $order -State 'running' -Message 'The worker was told to start.' -BytesTotal $CacheBytes
    Start-ScheduledTask -TaskName 'CacheWarden-Worker' -ErrorAction Stop
}
