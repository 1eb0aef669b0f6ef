function Confirm-CwFuturePrimary {
    <#
    .SYNOPSIS
        Guarantees that this node can become the primary of the group, with this partner; changes nothing.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Confirm-CwFuturePrimary -Place $place -Order $order
    .NOTES
        Source: [availability-groups#build-conditions]. member_state 1 is up; state 0 ONLINE, recovery_model 1 FULL,
        user_access 0 MULTI_USER.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $partner = $Order.partner
    $node = $partner.server.Split('\')[0]
    $missing = @()
    $up = @($Place.cluster.members | Where-Object { $_.name -eq $node -and $_.type -eq 0 -and $_.state -eq 1 })
    if ($partner.server -eq $Place.server) {
        $missing += 'another node than itself as its partner'
    }
    elseif ($up.Count -eq 0) {
        $missing += "$node as a node of its failover cluster $($Place.cluster.name) that is up"
    }
    if ($partner.basic -ne $Place.basic -or $partner.version -ne $Place.version) {
        $missing += "the partner's edition and version (here $($Place.version), there $($partner.version))"
    }
    if ($Place.basic -and $Order.databases.Count -gt 1) {
        $missing += 'an edition in which a group has several databases'
    }
    $known = @{}
    foreach ($row in @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_databases)) {
        $known[[string] $row['name']] = $row
    }
    foreach ($name in $Order.databases) {
        if (-not $known.Contains($name)) {
            $missing += "the database $name"
            continue
        }
        $why = @(Get-CwDatabaseFault -Database $known[$name])
        if ($why.Count -gt 0) {
            $missing += "of $($name): $($why -join ', ')"
        }
    }
    if ($missing.Count -gt 0) {
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message "$($Place.server) lacks $($missing -join '; ')."
    }
    $null = Confirm-CwBuildEndpoint -Place $Place
    $replicas = @(Confirm-CwBuildGroup -Place $Place -Order $Order -Role 1)
    $joined = @($Order.databases | Where-Object { $known[$_]['group_database_id'] -isnot [DBNull] })
    if ($joined.Count -gt 0) {
        $asked = @{ group = $Order.group }
        $copies = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_copies -Parameter $asked)
        $own = @($copies | ForEach-Object { [string] $_['database_name'] })
        $others = @($joined | Where-Object { $_ -notin $own })
        if ($replicas.Count -eq 0 -or $others.Count -gt 0) {
            Stop-CwAction -Code 'CW2067' -Outcome 'unsafe' -Message "$($others -join ', ') is in another group."
        }
    }
    $file = Get-CwBuildFile -Place $Place -Database $Order.databases
    $detail = @{ partner = Get-CwBuildFact -Place $Place -File $file }
    $told = "$($Place.server) can become the primary."
    if ($file -eq 'unknown') {
        $told += " Folders and room can't be looked at."
    }
    New-CwVerdict -Code 'CW2062' -Outcome 'done' -Message $told -Detail $detail
}
