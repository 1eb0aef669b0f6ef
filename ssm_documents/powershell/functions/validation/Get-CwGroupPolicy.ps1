function Get-CwGroupPolicy {
    <#
    .SYNOPSIS
        Judges how groups and replicas are configured: database failover, session timeout, seeding, Availability Zones.
    .PARAMETER Setting
        Rows of validate_groups.
    .PARAMETER Cached
        This node's data drive has a write-back cache.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, one for each policy (New-CwPolicyResult)
    .EXAMPLE
        Get-CwGroupPolicy -Setting $settings -Cached $true
    .NOTES
        Source: [availability-groups#policies], [availability-groups#automatic-failover].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Setting,
        [Parameter(Mandatory)] [bool] $Cached
    )

    $without, $short, $byHand = @(), @(), @()
    foreach ($row in $Setting) {
        $told = "$($row['server_name']) in $($row['group_name'])"
        if ($Cached -and $row['is_local'] -eq 1 -and [int] $row['db_failover'] -ne 1) {
            $without += [string] $row['group_name']
        }
        if ([int] $row['session_timeout'] -lt 10) {
            $short += "$($told): $($row['session_timeout']) s"
        }
        if ([int] $row['seeding_mode'] -ne 0) {
            $byHand += $told
        }
    }
    New-CwPolicyResult -Policy 'DatabaseFailover' -Weight 'critical' -Issue $without -Remedy (
        'ALTER AVAILABILITY GROUP ... SET (DB_FAILOVER = ON): else losing the cached volume alone moves no role.')
    New-CwPolicyResult -Policy 'SessionTimeout' -Weight 'warning' -Issue $short -Remedy (
        'Keep SESSION_TIMEOUT at 10 s or more: a busy replica else counts as lost.')
    New-CwPolicyResult -Policy 'SeedingMode' -Weight 'warning' -Issue $byHand -Remedy (
        'SEEDING_MODE = AUTOMATIC; where it is MANUAL CacheWarden changes it for a reseed and puts it back.')
    New-CwPolicyResult -Policy 'AvailabilityZones' -Weight 'warning' -Unknown 'SQL Server knows no zones' -Remedy (
        'Start CacheWarden-Preflight: it says which replicas share an Availability Zone.')
}
