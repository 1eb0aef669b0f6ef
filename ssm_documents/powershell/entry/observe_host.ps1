# Says what this node is like: storage, worker, SQL Server and Availability Groups. Changes nothing.

$answer = Invoke-CwEntry -Action 'observe_host' -Limit 20000 -Body {
    param($Context)

    $machine = $Context.host
    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $machine -Fact $collected
    $worker = Get-CwWorkerEvidence -BootId $machine.bootId
    Update-CwWorkerProgress -Worker $worker -Job $storage.jobs
    $letters = @(Get-CwDriveLetter -Inventory $collected.inventory)
    $token = Read-CwStateFile -Name 'token'
    $fencing = [ordered] @{ highest = 0; operationUntil = $null }
    if ($null -ne $token) {
        $fencing.highest = $token.highest
        $fencing.operationUntil = $token.operationUntil
    }
    $evidence = [ordered] @{
        host = [ordered] @{
            computer = $machine.computer
            bootId = $machine.bootId
            bootedAt = ConvertTo-CwTimestamp -Time $machine.bootedAt
            agentVersion = $null
            bundleHash = Get-CwBundleHash
            systemUser = [System.Security.Principal.WindowsIdentity]::GetCurrent().Name
        }
        token = $fencing
        storage = $storage
        worker = $worker
        sql = Get-CwSqlEvidence -Letter $letters
    }
    $message = "$($machine.computer): storage $($storage.classification), worker $($worker.state)."
    New-CwVerdict -Code 'CW3000' -Outcome 'done' -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
