function Get-CwPolicy {
    <#
    .SYNOPSIS
        Judges one SQL Server instance by every policy.
    .DESCRIPTION
        Without the rights to see, everything would look empty, and so in order: that ends the action. An instance
        without Availability Groups has nothing to be judged.
    .PARAMETER Connection
        An open connection to the instance.
    .PARAMETER Machine
        Get-CwHost's answer.
    .PARAMETER Cached
        This node's data drive has a write-back cache.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, one for each policy (New-CwPolicyResult)
    .EXAMPLE
        Get-CwPolicy -Connection $connection -Machine $Context.host -Cached $true
    .NOTES
        Source: [availability-groups#policies], [sql-server#empty-means-no-right].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Machine,
        [Parameter(Mandatory)] [bool] $Cached
    )

    $server = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_server)[0]
    $missing = @(Get-CwMissingRight -Permission (Get-CwSqlRight -Server $server))
    if ($missing.Count -gt 0) {
        Stop-CwAction -Code 'CW2021' -Outcome 'unsafe' -Message (
            "$(Get-CwUser) lacks rights: $($missing -join ', ').")
    }
    $groups = @(Get-CwAvailabilityGroup -Connection $Connection -VersionMajor ([int] $server['version_major']))
    if ($groups.Count -eq 0) {
        return
    }
    $settings = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.validate_groups)
    $reached = @{
        Setting = $settings
        Endpoint = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.validate_endpoint)
        Grant = @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.validate_endpoint_grants)
        Computer = $Machine.computer
    }
    Get-CwStatePolicy -Group $groups -Cluster (Get-CwClusterEvidence -Connection $Connection)
    Get-CwEndpointPolicy @reached
    Get-CwGroupPolicy -Setting $settings -Cached $Cached
    Get-CwServerPolicy -Server @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.validate_server)[0]
}
