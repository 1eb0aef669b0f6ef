function Get-CwReplicaToSeed {
    <#
    .SYNOPSIS
        Lists the secondary replicas that lack some of the given databases and aren't being seeded, or hang.
    .PARAMETER Selection
        Open-CwGroupSelection's answer, of the primary.
    .PARAMETER Wanted
        group, database (ids) of each.
    .PARAMETER Restart
        Replicas that are being seeded are listed, too.
    .OUTPUTS
        System.Collections.Hashtable: group (name), server, seedingMode (0 AUTOMATIC, 1 MANUAL)
    .EXAMPLE
        Get-CwReplicaToSeed -Selection $selection -Wanted $wanted
    .NOTES
        Source: [reseeding#seeding-trigger]. A replica that is being seeded is left alone: changing its mode cancels
        that.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [object[]] $Wanted,
        [switch] $Restart
    )

    $busy = @()
    if (-not $Restart) {
        $running = @(Get-CwSeeding -Connection $Selection.connection |
                Where-Object { $_.state -notin 'COMPLETED', 'FAILED' })
        $busy = @($running | ForEach-Object { "$($_.ag)/$($_.remote)" })
    }
    $names = @{}
    foreach ($group in $Selection.groups) {
        $names[$group.id] = $group.name
    }
    $keys = @($Wanted | ForEach-Object { "$($_.group)/$($_.database)" })
    $found = @{}
    foreach ($row in @(Invoke-CwSqlQuery -Connection $Selection.connection -Text $CwSql.unjoined_databases)) {
        $place = "$($row['group_id'])/$($row['server_name'])"
        $asked = $keys -contains "$($row['group_id'])/$($row['group_database_id'])"
        if ($asked -and $busy -notcontains $place -and -not $found.Contains($place)) {
            $found[$place] = $true
            @{
                group = $names[$row['group_id']]
                server = [string] $row['server_name']
                seedingMode = [int] $row['seeding_mode']
            }
        }
    }
}
