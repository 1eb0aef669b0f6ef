function Confirm-CwFutureSecondary {
    <#
    .SYNOPSIS
        Guarantees that nothing on this node is in the way of becoming a secondary; changes nothing.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Confirm-CwFutureSecondary -Place $place -Order $order
    .NOTES
        Source: [availability-groups#build-conditions], [reseeding#seeding-trigger].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $null = Confirm-CwBuildEndpoint -Place $Place
    $null = Confirm-CwBuildGroup -Place $Place -Order $Order -Role 2
    $there = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_databases |
            Where-Object { $_['name'] -in $Order.databases -and $_['group_database_id'] -is [DBNull] } |
            ForEach-Object { $_['name'] })
    if ($there.Count -gt 0) {
        Stop-CwAction -Code 'CW2067' -Outcome 'unsafe' -Message (
            "$($Place.server) has databases of these names, which aren't the group's: $($there -join ', ').")
    }
    $detail = @{ partner = Get-CwBuildFact -Place $Place }
    New-CwVerdict -Code 'CW2062' -Outcome 'done' -Message "$($Place.server) can become a secondary." -Detail $detail
}
