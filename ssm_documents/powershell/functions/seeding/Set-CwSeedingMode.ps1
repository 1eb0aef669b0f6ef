function Set-CwSeedingMode {
    <#
    .SYNOPSIS
        Sets a replica's seeding mode, on the primary.
    .PARAMETER Connection
        An open connection to the primary.
    .PARAMETER Group
        The group: name.
    .PARAMETER Replica
        The replica: server.
    .PARAMETER SeedingMode
        AUTOMATIC starts what is missing, MANUAL cancels what is being seeded.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwSeedingMode -Connection $c -Group $group -Replica $replica -SeedingMode 'MANUAL'
    .NOTES
        Source: [reseeding#seeding-trigger].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Group,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Replica,
        [Parameter(Mandatory)] [ValidateSet('AUTOMATIC', 'MANUAL')] [string] $SeedingMode
    )

    $what = "Seeding mode $SeedingMode of $($Replica.server) in $($Group.name)"
    if (-not $PSCmdlet.ShouldProcess($Replica.server, $what)) {
        return
    }
    $statement = @{
        Text = $CwSql.set_seeding_mode
        Name = @{
            AvailabilityGroup = ConvertTo-CwSqlName -Name $Group.name
            Replica = ConvertTo-CwSqlLiteral -Text $Replica.server
            SeedingMode = $SeedingMode
        }
        What = $what
    }
    Invoke-CwSqlStatement -Connection $Connection @statement
}
