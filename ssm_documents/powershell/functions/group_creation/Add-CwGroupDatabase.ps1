function Add-CwGroupDatabase {
    <#
    .SYNOPSIS
        Takes databases into the group; seeding to the secondary begins, again where it failed before.
    .PARAMETER Place
        Open-CwBuildInstance's answer, of the primary.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Add-CwGroupDatabase -Place $place -Order $order
    .NOTES
        Source: [reseeding#seeding-trigger], [availability-groups#where-commands-run].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $null = Confirm-CwBuildGroup -Place $Place -Order $Order -Role 1
    $asked = @{ group = $Order.group }
    $copies = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_copies -Parameter $asked)
    $there = @($copies | ForEach-Object { [string] $_['database_name'] })
    $missing = @($Order.databases | Where-Object { $_ -notin $there })
    $server = $Order.partner.server
    $lacking = @($copies | Where-Object { $_['server_name'] -eq $server -and $_['is_joined'] -ne 1 })
    $active = @(Get-CwSeeding -Connection $Place.connection |
            Where-Object { $_.remote -eq $server -and $_.state -notin 'COMPLETED', 'FAILED' })
    if ($missing.Count -eq 0 -and $lacking.Count -gt 0 -and $active.Count -eq 0) {
        if (-not $PSCmdlet.ShouldProcess($Order.group, "Seed $server")) {
            return
        }
        $name = @{
            AvailabilityGroup = ConvertTo-CwSqlName -Name $Order.group
            Replica = ConvertTo-CwSqlLiteral -Text $server
            SeedingMode = 'AUTOMATIC'
        }
        $statement = @{ Text = $CwSql.set_seeding_mode; Name = $name; What = "Seeding $server again" }
        Invoke-CwSqlStatement -Connection $Place.connection @statement
        New-CwVerdict -Code 'CW2062' -Outcome 'done' -Changed -Message "The seeding of $server begins again."
        return
    }
    if ($missing.Count -eq 0) {
        New-CwVerdict -Code 'CW2063' -Outcome 'already' -Message "$($Order.group) has these databases."
        return
    }
    if (-not $PSCmdlet.ShouldProcess($Order.group, "Add $($missing -join ', ')")) {
        return
    }
    foreach ($database in $missing) {
        $name = @{
            AvailabilityGroup = ConvertTo-CwSqlName -Name $Order.group
            Database = ConvertTo-CwSqlName -Name $database
        }
        $what = "Adding $database to $($Order.group)"
        Invoke-CwSqlStatement -Connection $Place.connection -Text $CwSql.add_database -Name $name -What $what
    }
    New-CwVerdict -Code 'CW2062' -Outcome 'done' -Changed -Message "$($Order.group) has now $($missing -join ', ')."
}
