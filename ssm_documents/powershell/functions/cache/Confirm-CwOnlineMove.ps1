function Confirm-CwOnlineMove {
    <#
    .SYNOPSIS
        Guarantees that no commit waits for this node while its cache moves under a SQL Server that runs.
    .DESCRIPTION
        Every instance that is not disabled runs, answers, is a connected secondary in all its groups, and asynchronous
        in each: extents that move may leave a write waiting for longer than a session lasts. What a stop would destroy
        must be known; a file that isn't tempdb's may be a disabled instance's.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Disk
        The instance-store disks that answer (Get-CwInstanceStore).
    .PARAMETER Letter
        Drive letters whose files count (Get-CwDriveLetter).
    .OUTPUTS
        None; what doesn't hold ends the action with CW1030 or CW1046, a missing right with CW2021.
    .EXAMPLE
        Confirm-CwOnlineMove -Inventory $inventory -Disk $facts.instanceStore -Letter 'D', 'S'
    .NOTES
        Source: [write-cache#move-under-load], [availability-groups#mode-numbers]. Roles: 2 SECONDARY.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Disk,
        [Parameter(Mandatory)] [string[]] $Letter
    )

    $sql = Get-CwSqlEvidence -Letter $Letter
    $silent = @($sql.instances | Where-Object { $_.service -ne 4 -or $_.Contains('error') })
    if ($silent.Count -gt 0) {
        Stop-CwAction -Code 'CW1030' -Outcome 'refused' -Message (
            "SQL Server $($silent[0].name) has service state $($silent[0].service) and doesn't answer; its groups " +
            'are unknown.')
    }
    Confirm-CwSqlRight -Sql $sql
    $groups = @($sql.availabilityGroups | Where-Object { -not $_.distributed })
    if ($groups.Count -eq 0) {
        Stop-CwAction -Code 'CW1030' -Outcome 'refused' -Message (
            'SQL Server runs and is in no Availability Group: nothing else would keep its commits from waiting.')
    }
    foreach ($group in $groups) {
        $local = @($group.replicas | Where-Object { $_.local })
        $fits = $local.Count -eq 1 -and $group.role -eq 2 -and $local[0].connected -eq 1
        if (-not $fits -or $local[0].availabilityMode -ne 0) {
            Stop-CwAction -Code 'CW1030' -Outcome 'refused' -Message (
                "SQL Server runs, and in $($group.name) this node isn't a connected asynchronous secondary: role " +
                "$($group.role), availability mode $(
                    @($local | ForEach-Object { $_.availabilityMode }) -join ', ').")
        }
    }
    $files = $sql.filesOnCache
    if ($null -eq $files -or $files.systemDatabases -ne 0 -or $files.userDatabasesOnTempdb -ne 0) {
        Stop-CwAction -Code 'CW1046' -Outcome 'unsafe' -Message (
            "Files that a stop would destroy: of system databases $($files.systemDatabases), of databases on the " +
            "tempdb drive $($files.userDatabasesOnTempdb).")
    }
    $asked = @{ Inventory = $Inventory; Disk = $Disk; Letter = $Letter; Tempdb = @($sql.tempdbFiles) }
    $drive = Get-CwTempdbDrive @asked
    if ($drive.foreignFiles -gt 0 -or ($sql.disabled.Count -gt 0 -and $null -eq $drive.foreignFiles)) {
        Stop-CwAction -Code 'CW1046' -Outcome 'unsafe' -Message (
            "Files on instance store that aren't tempdb's (no number: not known), which a stop would destroy: " +
            "$($drive.foreignFiles) $($drive.foreignFile); disabled: $($sql.disabled -join ', ').")
    }
}
