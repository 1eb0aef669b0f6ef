# Says what this node is like: storage, worker, SQL Server and Availability Groups. Changes nothing.

$answer = Invoke-CwEntry -Action 'observe_host' -Limit 23500 -Body {
    param($Context)

    $machine = $Context.host
    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $machine -Fact $collected
    $worker = Get-CwWorkerEvidence -BootId $machine.bootId
    Update-CwWorkerProgress -Worker $worker -Job $storage.jobs
    $letters = @(Get-CwDriveLetter -Inventory $collected.inventory -Fact $collected.facts)
    $token = Get-CwTokenState
    $faults = @(Get-CwFolderFault)
    $bundle = Get-CwBundleState
    $evidence = [ordered] @{
        host = [ordered] @{
            computer = $machine.computer
            bootId = $machine.bootId
            bootedAt = ConvertTo-CwTimestamp -Time $machine.bootedAt
            build = $machine.build
            agentVersion = $null
            bundle = [ordered] @{
                hash = $bundle.hash
                deployed = $bundle.hash -ceq $CwBundle
                bootTaskFaults = $bundle.boot_task
                workerFaults = $bundle.worker
            }
            folder = [ordered] @{
                protected = $faults.Count -eq 0
                faults = @($faults | Select-Object -First 3 | ForEach-Object { $_.text })
            }
            systemUser = Get-CwUser
            diskInitializers = @(Get-CwDiskInitializer)
            shutDownHidden = (Get-CwShutDownPolicy) -eq 1
            drained = Test-CwDrained
        }
        token = [ordered] @{
            highest = $token.highest
            clusterKey = $token.clusterKey
            operationUntil = $token.operationUntil
            ahead = $token.ahead
        }
        storage = $storage
        worker = $worker
        sql = Get-CwSqlEvidence -Letter $letters
    }
    if ($null -ne $collected.inventory) {
        $asked = @{ Inventory = $collected.inventory; Disk = $collected.facts.instanceStore; Letter = $letters }
        $asked['Tempdb'] = @($evidence.sql.tempdbFiles | Where-Object { $null -ne $_ })
        $evidence.sql['tempdbDrive'] = Get-CwTempdbDrive @asked
    }
    if ($null -ne $evidence.sql.tempdbBytes) {
        try {
            $room = @{ Letter = $letters[1]; Path = @($evidence.sql.tempdbFiles) }
            $evidence.sql['tempdbRoomBytes'] = Get-CwTempdbRoom @room
        }
        catch {
            # A dying drive answers with errors: a figure that only warns doesn't keep the rest from being told.
            $evidence.sql['tempdbRoomBytes'] = $null
            Write-CwLog -Message "tempdb's room can't be read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
    $agents = @{}
    try {
        foreach ($agent in @(Get-Service -Name 'SQLSERVERAGEN[T]', 'SQLAgent$*' -ErrorAction Stop)) {
            $agents[$agent.Name] = [string] $agent.StartType
        }
    }
    catch {
        # The start mode of an Agent is for people only: the facts are reported without it.
        Write-CwLog -Message "SQL Server Agent can't be read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    foreach ($instance in @($evidence.sql.instances)) {
        $instance['agentStartMode'] = $agents[(Get-CwServiceName -Instance $instance.name -Agent)]
    }
    $groups = @($evidence.sql.availabilityGroups | Where-Object { $null -ne $_ })
    if ($groups.Count -gt 0) {
        try {
            $judged = @(Get-CwStatePolicy -Group $groups -Cluster $evidence.sql.cluster)
            $broken = @($judged | Where-Object { $_.healthy -eq $false } | ForEach-Object { $_.policy })
            $evidence.sql['policiesNotMet'] = $broken
        }
        catch {
            # The judgement is for people only: the facts are reported without it.
            $evidence.sql['policiesNotMet'] = $null
            Write-CwLog -Message "the groups can't be judged: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
    $message = "$($machine.computer): storage $($storage.classification), worker $($worker.state)."
    New-CwVerdict -Code 'CW3000' -Outcome 'done' -Message $message -Evidence $evidence
}
$answer.Json
exit $answer.ExitCode
