function ConvertTo-CwGroupTable {
    <#
    .SYNOPSIS
        Lays many Availability Groups out as a table: the names of their members once, then rows of values.
    .PARAMETER Group
        Groups in the form of the host's evidence (Get-CwAvailabilityGroup).
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: group, log, replica, databases (names of each one's members)
        and rows: of each group its values, its log's values or null, and of each replica its values and its databases'
    .EXAMPLE
        ConvertTo-CwGroupTable -Group $sql.availabilityGroups
    .NOTES
        Source: [run-command#output-sizes]. Read by lambdas/cachewarden/evidence/group_table.py. Rows never leave a
        pipeline: Windows PowerShell would write those as objects with value and Count.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Group
    )

    $table = [ordered] @{ group = $null; log = $null; replica = $null; databases = $null; rows = @() }
    foreach ($entry in $Group) {
        $table.group = @($entry.Keys | Where-Object { $_ -notin 'log', 'replicas' })
        $own = @()
        foreach ($key in $table.group) {
            $own += , $entry[$key]
        }
        $log = $null
        if ($entry.Contains('log')) {
            $table.log = @($entry.log.Keys)
            $log = @($entry.log.Values)
        }
        $replicas = @()
        foreach ($replica in $entry.replicas) {
            $table.replica = @($replica.Keys | Where-Object { $_ -ne 'databases' })
            $table.databases = @($replica.databases.Keys)
            $values = @()
            foreach ($key in $table.replica) {
                $values += , $replica[$key]
            }
            $replicas += , @($values, @($replica.databases.Values))
        }
        $table.rows += , @($own, $log, $replicas)
    }
    return $table
}
