function Add-CwInstanceEvidence {
    <#
    .SYNOPSIS
        Adds what one SQL Server instance says to the node's evidence.
    .DESCRIPTION
        Server name and cluster are the first instance's; a right is there if every instance grants it; groups and
        files of several add up.
    .PARAMETER Evidence
        The evidence that is added to.
    .PARAMETER Instance
        Get-CwSqlInstance's answer for the instance. Added to it: version, edition (EngineEdition), procedureCurrent
        (the one that removes lost databases is of the present grant_rights.sql; null where none is seen),
        databasesAlone (how many user databases in service no Availability Group holds elsewhere).
    .PARAMETER Connection
        An open connection to the instance.
    .PARAMETER Letter
        Drive letters of data and tempdb.
    .OUTPUTS
        None
    .EXAMPLE
        Add-CwInstanceEvidence -Evidence $evidence -Instance $instance -Connection $connection -Letter 'D', 'S'
    .NOTES
        Source: [sql-server#rights-table].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Evidence,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance,
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [string[]] $Letter
    )

    $server = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_server)[0]
    if ($null -eq $Evidence['server']) {
        $Evidence['server'] = [string] $server['server_name']
        $Evidence['permissions'] = Get-CwSqlRight -Server $server
        $Evidence['cluster'] = Get-CwClusterEvidence -Connection $Connection
        $Evidence['availabilityGroups'] = @()
        $Evidence['seeding'] = @()
        $Evidence['unopened'] = @()
        $Evidence['requests'] = @()
        $Evidence['failoverClusterInstances'] = @()
    }
    $Evidence['permissions'] = Get-CwSqlRight -Server $server -Former $Evidence['permissions']
    $Instance['version'] = $server['version']
    $Instance['edition'] = $server['edition']
    $Instance['procedureCurrent'] = ConvertFrom-CwDbNull -Value $server['procedure_current']
    $Instance['databasesAlone'] = $server['databases_alone']
    if ([int] $server['is_clustered'] -eq 1) {
        $Evidence['failoverClusterInstances'] += [string] $server['server_name']
    }
    $groups = @(Get-CwAvailabilityGroup -Connection $Connection -VersionMajor ([int] $server['version_major']))
    $Evidence['availabilityGroups'] += $groups
    if ($groups.Count -gt 0) {
        Add-CwLogEvidence -Connection $Connection -Group $groups
        $Evidence['seeding'] += @(Get-CwSeeding -Connection $Connection)
    }

    $Evidence['requests'] += @(Get-CwLongRequest -Connection $Connection)
    $Evidence['unopened'] += @(Get-CwUnopenedDatabase -Connection $Connection)
    Add-CwFileEvidence -Evidence $Evidence -Instance $Instance -Connection $Connection -Letter $Letter
}
