# Starts SQL Server and its Agent once the data drive can be used and tempdb has its folders and room; an instance
# that has nothing there in any case, but on a node that isn't the inventory's.

$answer = Invoke-CwActingEntry -Action 'start_sql_server' -Body {
    param($Context)

    try {
        $collected = @{}
        $storage = Connect-CwDataDrive -Machine $Context.host -Fact $collected
        Confirm-CwStorageReady -Storage $storage
        $inventory = $collected.inventory
        $stopped = @(Get-CwOwnInstance | Where-Object { $_.service -ne 4 -or $_.agent -in 1, 3 })
        if (@($stopped | Where-Object { $_.service -eq 1 }).Count -gt 0) {
            Confirm-CwTempdbRoom -Inventory $inventory
        }
    }
    catch {
        $null = Start-CwApartInstance -Code (ConvertTo-CwFailure -ErrorRecord $_).code
        throw
    }
    if ($stopped.Count -eq 0) {
        Update-CwTempdbFile -Inventory $inventory -BootId $Context.host.bootId
        $instances = @(Get-CwKnownInstance)
        $evidence = @{ sql = @{ instances = $instances } }
        $message = 'No SQL Server service is stopped that CacheWarden starts.'
        $clustered = @($instances | Where-Object { $_.clustered } | ForEach-Object { $_.name })
        if ($clustered.Count -gt 0) {
            $message += " $($clustered -join ', '): a failover cluster instance, which only its cluster starts."
        }
        New-CwVerdict -Code 'CW2010' -Outcome 'already' -Message $message -Evidence $evidence
        return
    }
    $startedAt = Get-CwTime
    Start-CwEveryInstance -Instance $stopped
    $seconds = [int] ((Get-CwTime) - $startedAt).TotalSeconds
    Update-CwTempdbFile -Inventory $inventory -BootId $Context.host.bootId
    $evidence = @{ sql = @{ instances = @(Get-CwKnownInstance) } }
    $message = "$($stopped.Count) SQL Server instances started in $seconds s."
    $waiting = @((Get-CwServiceState).waiting)
    if ($waiting.Count -gt 0) {
        $message += " The Agent of $($waiting -join ', ') waits for the databases of its groups."
    }
    New-CwVerdict -Code 'CW2009' -Outcome 'done' -Changed -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
