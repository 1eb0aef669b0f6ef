function Add-CwLogEvidence {
    <#
    .SYNOPSIS
        Adds to each group what the logs of its databases can still take, where this instance is the primary.
    .PARAMETER Connection
        An open connection.
    .PARAMETER Group
        The groups (Get-CwAvailabilityGroup) that get the member log: databases, measured and backedUp (how many of
        them say their rate and their last log backup), rateKb (a second), roomS (seconds until the first is full by
        its files' limits), diskFreeKb, backupAgeS (of the oldest last backup).
    .OUTPUTS
        None
    .EXAMPLE
        Add-CwLogEvidence -Connection $connection -Group $groups
    .NOTES
        Source: [availability-groups#time-to-full], [availability-groups#last-log-backup].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [object[]] $Group
    )

    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_logs)) {
        foreach ($entry in $Group) {
            if ($entry.id -eq $row['group_id']) {
                $entry['log'] = [ordered] @{
                    databases = [int] $row['database_count']
                    measured = [int] $row['measured_count']
                    rateKb = ConvertFrom-CwDbNull -Value $row['rate_kb']
                    roomS = ConvertFrom-CwDbNull -Value $row['room_s']
                    located = [int] $row['located_count']
                    diskFreeKb = ConvertFrom-CwDbNull -Value $row['disk_free_kb']
                    backedUp = [int] $row['backed_up_count']
                    backupAgeS = ConvertFrom-CwDbNull -Value $row['backup_age_s']
                }
            }
        }
    }
}
