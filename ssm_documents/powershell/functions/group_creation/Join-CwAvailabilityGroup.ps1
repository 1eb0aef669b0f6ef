function Join-CwAvailabilityGroup {
    <#
    .SYNOPSIS
        Makes this node a replica of the group that the primary has made, and lets seeding create databases here.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Join-CwAvailabilityGroup -Place $place -Order $order
    .NOTES
        Source: [availability-groups#where-commands-run], [reseeding#seeding-trigger]. Whether databases may be created
        can't be seen, so that is granted again in every run.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $name = @{ AvailabilityGroup = ConvertTo-CwSqlName -Name $Order.group }
    $joined = @(Confirm-CwBuildGroup -Place $Place -Order @{ group = $Order.group; partner = $null } -Role 2)
    if ($joined.Count -eq 0) {
        $statement = @{ Text = $CwSql.join_group; Name = $name; What = "Joining $($Order.group)" }
        Invoke-CwSqlStatement -Connection $Place.connection @statement
    }
    $what = "Allowing $($Order.group) to create databases"
    $statement = @{ Text = $CwSql.grant_create_any_database; Name = $name; What = $what }
    Invoke-CwSqlStatement -Connection $Place.connection @statement
    New-CwVerdict -Code 'CW2062' -Outcome 'done' -Changed -Message "$($Place.server) is a replica of $($Order.group)."
}
