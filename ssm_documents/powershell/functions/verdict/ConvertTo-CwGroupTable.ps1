function ConvertTo-CwGroupTable {
    <#
    .SYNOPSIS
        Lays many Availability Groups out as a table: the names of their members once, then rows of values.
    .PARAMETER Group
        Groups in the form of the host's evidence (Get-CwAvailabilityGroup).
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: group, log, replica, databases (names of the members of each) and
        rows: of each group its values, its log's values or null, and of each replica its values and its databases'
    .EXAMPLE
        ConvertTo-CwGroupTable -Group $sql.availabilityGroups
    .NOTES
        Source: [run-command#output-sizes]. Read by lambdas/cachewarden/evidence/group_table.py. Rows are added to lists
        and never leave a pipeline: Windows PowerShell would write those as objects with value and Count.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Group
    )

    $table = [ordered] @{
        group = $null
        log = $null
        replica = $null
        databases = $null
        rows = New-Object -TypeName System.Collections.ArrayList
    }
    foreach ($entry in $Group) {
        $table.group = @($entry.Keys | Where-Object { $_ -notin 'log', 'replicas' })
        $own = New-Object -TypeName System.Collections.ArrayList
        foreach ($key in $table.group) {
            [void] $own.Add($entry[$key])
        }
        $row = New-Object -TypeName System.Collections.ArrayList
        [void] $row.Add($own)
        $log = $null
        if ($entry.Contains('log')) {
            $table.log = @($entry.log.Keys)
            $log = @($entry.log.Values)
        }
        [void] $row.Add($log)
        $replicas = New-Object -TypeName System.Collections.ArrayList
        foreach ($replica in $entry.replicas) {
            $table.replica = @($replica.Keys | Where-Object { $_ -ne 'databases' })
            $table.databases = @($replica.databases.Keys)
            $pair = New-Object -TypeName System.Collections.ArrayList
            $values = New-Object -TypeName System.Collections.ArrayList
            foreach ($key in $table.replica) {
                [void] $values.Add($replica[$key])
            }
            [void] $pair.Add($values)
            [void] $pair.Add(@($replica.databases.Values))
            [void] $replicas.Add($pair)
        }
        [void] $row.Add($replicas)
        [void] $table.rows.Add($row)
    }
    return $table
}
