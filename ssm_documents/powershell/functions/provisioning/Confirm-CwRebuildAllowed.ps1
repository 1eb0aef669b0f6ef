function Confirm-CwRebuildAllowed {
    <#
    .SYNOPSIS
        Guarantees that everything on the lost drive has a primary elsewhere, that the drive can be built again, and
        leaves SQL Server stopped.
    .DESCRIPTION
        SQL Server is asked itself, whatever the caller knows: it is started for that (its user databases then wait for
        their files) and stopped afterwards; its Agent waits until the databases are back. Every group here must be a
        secondary connected to a known primary; no database outside of groups, nor a system database, may have files on
        the drive, or where there is no drive.
    .PARAMETER Inventory
        The inventory.
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
        [Parameter(Mandatory)] [object] $Inventory
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
    foreach ($instance in $instances) {
        Start-CwInstance -Instance $instance -EngineOnly
        $connection = Connect-CwSqlServer -Instance $instance.name
        try {
            Confirm-CwSecondaryOnly -Connection $connection -Path "[$(-join $letters)]:\%"
        }
        finally {
            $connection.Dispose()
        }
    }
    foreach ($instance in @(Get-CwSqlInstance)) {
        Stop-CwInstance -Instance $instance
    }
}
