function Invoke-CwSqlStatement {
    <#
    .SYNOPSIS
        Runs one T-SQL statement that changes something.
    .DESCRIPTION
        Never repeats by itself: after an unknown outcome (connection lost, timeout) the caller observes first.
    .PARAMETER Connection
        An open connection.
    .PARAMETER Text
        The T-SQL text with {Name} in the places of names.
    .PARAMETER Name
        Quoted names by place (ConvertTo-CwSqlName, ConvertTo-CwSqlLiteral), or fixed words.
    .PARAMETER What
        What is done, for messages.
    .PARAMETER TimeoutSeconds
        Longest time that SQL Server may take.
    .OUTPUTS
        None
    .EXAMPLE
        Invoke-CwSqlStatement -Connection $c -Text $CwSql.fail_over -Name @{ AvailabilityGroup = '[sales]' } -What 'x'
    .NOTES
        Source: [availability-groups#errors-retry], [sql-server#sqlclient].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Connection,
        [Parameter(Mandatory)] [string] $Text,
        [Parameter(Mandatory)] [hashtable] $Name,
        [Parameter(Mandatory)] [string] $What,
        [int] $TimeoutSeconds = 60
    )

    # All places at once: a name with braces in it, once filled in, is no place.
    $statement = [regex]::Replace($Text, '\{(\w+)\}', { $Name[$args[0].Groups[1].Value] })
    if (-not $PSCmdlet.ShouldProcess($What, $statement)) {
        return
    }
    Write-CwLog -Message "T-SQL: $statement"
    $command = $Connection.CreateCommand()
    $command.CommandText = $statement
    $command.CommandTimeout = $TimeoutSeconds
    try {
        $null = $command.ExecuteNonQuery()
    }
    catch {
        Stop-CwSqlError -ErrorRecord $_ -What $What -Changed
    }
}
