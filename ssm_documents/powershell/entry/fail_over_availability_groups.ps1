# Makes this node primary of some Availability Groups, without data loss or not at all; runs on the target's node.

$answer = Invoke-CwActingEntry -Action 'fail_over_availability_groups' -Body {
    param($Context)

    $wanted = Get-CwParameter -Name 'AvailabilityGroups' -Pattern '[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,12}' -Required
    $redo = [int] (Get-CwParameter -Name 'MaxRedoSeconds' -Pattern '[0-9]{1,5}' -Required)
    $selection = Open-CwGroupSelection -GroupId $wanted.ToLowerInvariant().Split(',') -Role 2
    $moved = @()
    try {
        $secondary = @($selection.groups | Where-Object { $_.role -eq 2 })
        if ($secondary.Count -gt 0) {
            Confirm-CwNodeNotPaused -Computer $Context.host.computer
        }
        foreach ($group in $secondary) {
            Confirm-CwFailoverReady -Group $group -MaxRedoSeconds $redo
        }
        foreach ($group in $secondary) {
            $startedAt = Get-CwTime
            Switch-CwAvailabilityGroup -Selection $selection -Group $group
            $seconds = [int] [Math]::Ceiling(((Get-CwTime) - $startedAt).TotalSeconds)
            $moved += "$($group.name) (ONLINE here after $seconds s, about as long without commits)"
        }
        $listeners = Wait-CwListener -Selection $selection -GroupId @($secondary | ForEach-Object { $_.id })
    }
    finally {
        $selection.connection.Dispose()
    }
    if ($moved.Count -eq 0) {
        New-CwVerdict -Code 'CW2006' -Outcome 'already' -Message 'This node was already primary of all these groups.'
        return
    }
    # A former primary takes some seconds to be SYNCHRONIZED again: what the new one sees then, nobody need look for.
    $seen = @{}
    try {
        $letters = @(Get-CwDriveLetter -Inventory (Read-CwStateFile -Name 'inventory'))
        $wait = @{}
        do {
            Start-Sleep -Seconds 1
            $after = Get-CwSqlEvidence -Letter $letters
            Confirm-CwGroupSeen -Sql $after -GroupId $selection.ids -Code 'CW2035'
            $groups = @($after.availabilityGroups | Where-Object { $_.id -in $selection.ids })
            $behind = @($groups | ForEach-Object { $_.replicas } | Where-Object {
                    $_.availabilityMode -eq 1 -and $_.databases.synchronized -lt $_.databases.count
                })
        } while ($behind.Count -gt 0 -and (Test-CwTimeLeft -Wait $wait -Seconds 6))
        $seen = @{ Evidence = @{ sql = $after } }
    }
    catch {
        # The failover is done, whatever can't be seen of it from here: the next observation brings it.
        Write-CwLog -Message "after the failover: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    $message = "This node is now primary of $($moved -join ', ').$listeners"
    New-CwVerdict -Code 'CW2005' -Outcome 'done' -Changed -Message $message @seen
}
$answer.Json
exit $answer.ExitCode
