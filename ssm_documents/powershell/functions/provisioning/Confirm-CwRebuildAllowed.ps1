function Confirm-CwRebuildAllowed {
    <#
    .SYNOPSIS
        Guarantees that everything on the lost drive has a primary elsewhere, that the drive can be built again, and
        leaves SQL Server stopped.
    .DESCRIPTION
        SQL Server is asked itself, whatever the caller knows: it is started for that (its user databases then wait for
        their files) and stopped afterwards; its Agent waits until the databases are back. Every group here must be a
        secondary connected to a known primary; no database outside of groups, nor a system database, may have files on
        the drive, or where there is no drive. An instance that says now that all its files are elsewhere loses nothing:
        it needs no group, and stays as it is. One secondary must be among the instances all the same.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Machine
        What Get-CwHost said, where the boot task is to start again what is stopped here: a workflow may die.
    .OUTPUTS
        None; otherwise the action ends with CW1045, or with a code of SQL Server's.
    .EXAMPLE
        Confirm-CwRebuildAllowed -Inventory $inventory
    .NOTES
        Source: [write-cache#lost-or-missing], [reseeding#guards]. Role 2 SECONDARY.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [AllowNull()] [hashtable] $Machine
    )

    $data = @($Inventory.members | Where-Object { $_.role -eq 'data' })
    if ([int] $Inventory.virtualDisk.columns -gt $data.Count) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
            "The virtual disk had $($Inventory.virtualDisk.columns) columns, and the pool has $($data.Count) data " +
            "volumes: it couldn't be built again.")
    }
    # The drive may have had another letter when the files were made: a letter that nothing has counts as its.
    $letters = @($Inventory.virtualDisk.letter) + @(Get-CwVacantLetter)
    $instances = @(Get-CwKnownInstance -IncludeDisabled)
    if ($instances.Count -eq 0) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message 'No SQL Server on this node says who has the data.'
    }
    $disabled = @($instances | Where-Object { $_.startMode -eq 'Disabled' } | ForEach-Object { $_.name })
    if ($disabled.Count -gt 0) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
            "$($disabled -join ', ') is disabled: nobody says which of its databases were on the drive.")
    }
    $clustered = @($instances | Where-Object { $_.clustered } | ForEach-Object { $_.name })
    if ($clustered.Count -gt 0) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message (
            "$($clustered -join ', ') is a failover cluster instance: only its cluster starts it, to be asked.")
    }
    $all = @($letters) + @(Get-CwDriveLetter -Inventory $Inventory)
    $waiting = @((Get-CwServiceState).waiting)
    $apart = @(Get-CwApartInstance -Letter $all -Now | ForEach-Object { $_.name })
    $stopped = @()
    $secondaries = 0
    foreach ($instance in $instances) {
        if ($apart -notcontains $instance.name) {
            Start-CwInstance -Instance $instance -EngineOnly
            if ($instance.service -ne 4 -and
                @(Get-CwApartInstance -Letter $all -Now | ForEach-Object { $_.name }) -contains $instance.name) {
                $apart += $instance.name
                $stopped += $instance.name
                $state = Get-CwServiceState
                $state.waiting = @($state.waiting | Where-Object {
                        $_ -ne $instance.name -or $waiting -contains $instance.name
                    })
                Save-CwStateFile -Name 'services' -Content $state
            }
        }
        $connection = Connect-CwSqlServer -Instance $instance.name
        try {
            if ($apart -notcontains $instance.name) {
                $asked = @{ Connection = $connection; Instance = $instance.name }
                Confirm-CwSecondaryOnly @asked -Path "[$(-join $letters)]:\%"
                $secondaries++
            }
            else {
                $secondaries += @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.local_replicas |
                        Where-Object { [int] $_['role'] -eq 2 -and [int] $_['connected_state'] -eq 1 }).Count
            }
        }
        finally {
            $connection.Dispose()
        }
    }
    if ($secondaries -eq 0) {
        Stop-CwAction -Code 'CW1045' -Outcome 'unsafe' -Message 'No Availability Group has a secondary on this node.'
    }
    $needed = @(Get-CwSqlInstance | Where-Object { $apart -notcontains $_.name -or $stopped -contains $_.name })
    foreach ($instance in $needed) {
        Stop-CwInstance -Instance $instance
    }
    if ($null -ne $Machine) {
        Save-CwActAtBoot -Machine $Machine -Forgotten @($needed | ForEach-Object { $_.name })
    }
}
