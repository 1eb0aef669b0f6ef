function New-CwAvailabilityGroup {
    <#
    .SYNOPSIS
        Makes the group with both replicas, or names the partner as a further replica of it.
    .DESCRIPTION
        Every synchronous replica fails over automatically; beyond the version's limit (three, five from 2019 on) it is
        refused.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        New-CwAvailabilityGroup -Place $place -Order $order
    .NOTES
        Source: [availability-groups#mode-changes], [availability-groups#where-commands-run].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $partner = $Order.partner
    $replicas = @(Confirm-CwBuildGroup -Place $Place -Order $Order -Role 1)
    if (@($replicas | Where-Object { $_['server_name'] -eq $partner.server }).Count -gt 0) {
        New-CwVerdict -Code 'CW2063' -Outcome 'already' -Message "$($Order.group) has the replica $($partner.server)."
        return
    }
    $limit = 3
    if ($Place.version -ge 15) {
        $limit = 5
    }
    $synchronous = @($replicas | Where-Object { [int] $_['availability_mode'] -eq 1 }).Count
    if ($Order.synchronous -and $synchronous -ge $limit) {
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message (
            "$($Order.group) has $synchronous synchronous replicas, and this version allows $limit.")
    }
    $mode, $failover = 'ASYNCHRONOUS_COMMIT', 'MANUAL'
    if ($Order.synchronous) {
        $mode, $failover = 'SYNCHRONOUS_COMMIT', 'AUTOMATIC'
    }
    $facts = (Get-CwBuildFact -Place $Place).Split(';')
    $name = @{
        AvailabilityGroup = ConvertTo-CwSqlName -Name $Order.group
        Server = ConvertTo-CwSqlLiteral -Text $Place.server
        Url = ConvertTo-CwSqlLiteral -Text $facts[2]
        Partner = ConvertTo-CwSqlLiteral -Text $partner.server
        PartnerUrl = ConvertTo-CwSqlLiteral -Text $partner.url
        AvailabilityMode = $mode
        FailoverMode = $failover
    }
    $text = $CwSql.create_group
    if ($replicas.Count -gt 0) {
        $text = $CwSql.add_replica
    }
    elseif ($Place.basic) {
        $text = $CwSql.create_basic_group
    }
    $what = "Making $($Order.group) on $($Place.server) and $($partner.server)"
    if (-not $PSCmdlet.ShouldProcess($Order.group, $what)) {
        return
    }
    try {
        Invoke-CwSqlStatement -Connection $Place.connection -Text $text -Name $name -What $what
    }
    catch {
        $failure = ConvertTo-CwFailure -ErrorRecord $_
        if ($failure.detail['sqlError'] -eq 41105) {
            Stop-CwAction -Code 'CW2071' -Outcome 'unsafe' -Message $failure.message -Detail $failure.detail
        }
        throw
    }
    New-CwVerdict -Code 'CW2062' -Outcome 'done' -Changed -Message "$what is done."
}
