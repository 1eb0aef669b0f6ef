function Open-CwGroupSelection {
    <#
    .SYNOPSIS
        Finds Availability Groups by id and guarantees what every change of them needs.
    .DESCRIPTION
        Rights, normal quorum, no distributed, read-scale or EXTERNAL group, every id known, the wanted role on this
        node. All groups are checked before anything is changed. Names come from the catalogue, never from a parameter.
        An instance that can't be asked ends the action only where no other one has the groups.
    .PARAMETER GroupId
        Ids in small letters.
    .PARAMETER Role
        Role that this node must have: 1 PRIMARY, 2 SECONDARY or already PRIMARY, 0 any.
    .PARAMETER Reseeding
        Lost databases are going to be removed: the right for it is needed, too.
    .OUTPUTS
        System.Collections.Hashtable: connection (open; the caller disposes of it), instance, versionMajor, ids, groups
    .EXAMPLE
        $selection = Open-CwGroupSelection -GroupId $ids -Role 1
    .NOTES
        Source: [availability-groups#group-kinds], [sql-server#names-are-quoted].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string[]] $GroupId,
        [Parameter(Mandatory)] [int] $Role,
        [switch] $Reseeding
    )

    $running = @(Get-CwSqlInstance | Where-Object { $_.service -eq 4 })
    if ($running.Count -eq 0) {
        Stop-CwAction -Code 'CW2020' -Outcome 'refused' -Message 'No SQL Server service runs on this node.'
    }
    $silence = $null
    foreach ($instance in $running) {
        $keep = $false
        $connection = $null
        try {
            try {
                $connection = Connect-CwSqlServer -Instance $instance.name
                $row = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.observe_server)[0]
                $sql = @{ server = [string] $row['server_name']; permissions = Get-CwSqlRight -Server $row }
                Confirm-CwSqlRight -Sql $sql -Altering -Reseeding:$Reseeding
            }
            catch {
                $silence = ConvertTo-CwFailure -ErrorRecord $_
                continue
            }
            $version = [int] $row['version_major']
            $groups = @(Get-CwAvailabilityGroup -Connection $connection -VersionMajor $version |
                    Where-Object { $_.id -in $GroupId })
            if ($groups.Count -gt 0) {
                if ($row['is_clustered'] -eq 1) {
                    Stop-CwAction -Code 'CW2026' -Outcome 'unsafe' -Message (
                        "$($sql.server) is a failover cluster instance.")
                }
                $cluster = Get-CwClusterEvidence -Connection $connection
                Confirm-CwGroup -Group $groups -GroupId $GroupId -Role $Role -Cluster $cluster
                $keep = $true
                return @{
                    connection = $connection
                    instance = $instance.name
                    versionMajor = $version
                    ids = $GroupId
                    groups = $groups
                }
            }
        }
        finally {
            if (-not $keep -and $null -ne $connection) {
                $connection.Dispose()
            }
        }
    }
    if ($null -ne $silence) {
        $told = @{ Code = $silence.code; Outcome = $silence.outcome; Message = $silence.message }
        Stop-CwAction @told -Detail $silence.detail
    }
    Stop-CwAction -Code 'CW2022' -Outcome 'unsafe' -Message "No group of $($GroupId -join ', ') is known here."
}
