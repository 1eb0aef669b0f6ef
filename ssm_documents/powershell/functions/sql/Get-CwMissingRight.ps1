function Get-CwMissingRight {
    <#
    .SYNOPSIS
        Names the rights that are missing for what is going to be done.
    .PARAMETER Permission
        Get-CwSqlRight's answer.
    .PARAMETER Altering
        Groups are going to be altered.
    .PARAMETER Reseeding
        Lost databases are going to be removed.
    .OUTPUTS
        System.String, one for each right
    .EXAMPLE
        Get-CwMissingRight -Permission $rights -Altering -Reseeding
    .NOTES
        Source: [sql-server#rights-table].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Permission,
        [switch] $Altering,
        [switch] $Reseeding
    )

    $needed = [ordered] @{ viewServerState = 'VIEW SERVER STATE'; viewAnyDefinition = 'VIEW ANY DEFINITION' }
    if ($Altering) {
        $needed['alterAnyAvailabilityGroup'] = 'ALTER ANY AVAILABILITY GROUP'
    }
    if ($Reseeding) {
        $needed['removeLostDatabases'] = 'EXECUTE on the signed dbo.CacheWardenDropLostDatabase'
    }
    $needed.Keys | Where-Object { -not $Permission[$_] } | ForEach-Object { $needed[$_] }
}
