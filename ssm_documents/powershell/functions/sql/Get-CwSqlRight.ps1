function Get-CwSqlRight {
    <#
    .SYNOPSIS
        Reports which rights this account has in SQL Server.
    .PARAMETER Server
        The row of observe_server.
    .PARAMETER Former
        What this function said of the node's other instances: a right is there if every instance grants it.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: viewServerState, viewAnyDefinition, alterAnyAvailabilityGroup,
        removeLostDatabases (the signed procedure may be executed, and its signature gives ALTER ANY DATABASE)
    .EXAMPLE
        Get-CwSqlRight -Server $row
    .NOTES
        Source: [sql-server#rights-table], [sql-server#signed-procedure].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Server,
        [System.Collections.IDictionary] $Former = @{}
    )

    $alterGroup = $Server['alter_any_availability_group'] -eq 1
    return [ordered] @{
        viewServerState = $Server['view_server_state'] -eq 1 -and $Former['viewServerState'] -ne $false
        viewAnyDefinition = $Server['view_any_definition'] -eq 1 -and $Former['viewAnyDefinition'] -ne $false
        alterAnyAvailabilityGroup = $alterGroup -and $Former['alterAnyAvailabilityGroup'] -ne $false
        removeLostDatabases = $Server['remove_lost_databases'] -eq 1 -and $Former['removeLostDatabases'] -ne $false
    }
}
