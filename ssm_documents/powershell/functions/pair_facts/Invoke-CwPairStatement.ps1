function Invoke-CwPairStatement {
    <#
    .SYNOPSIS
        Runs a statement of the tries in a connection of its own, and says how SQL Server answered.
    .PARAMETER Instance
        The instance's name.
    .PARAMETER Text
        The T-SQL text.
    .PARAMETER Name
        Names by place.
    .OUTPUTS
        System.Int32: 0, or the error's number
    .EXAMPLE
        $number = Invoke-CwPairStatement -Instance 'MSSQLSERVER' -Text $CwSql.leave_trial_group
    .NOTES
        Source: [sql-server#sqlclient]. What isn't an error of SQL Server ends the action.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([int])]
    param(
        [Parameter(Mandatory)] [string] $Instance,
        [Parameter(Mandatory)] [string] $Text,
        [hashtable] $Name = @{}
    )

    if (-not $PSCmdlet.ShouldProcess($Instance, $Text)) {
        return -1
    }
    $connection = Connect-CwSqlServer -Instance $Instance
    try {
        Invoke-CwSqlStatement -Connection $connection -Text $Text -Name $Name -What 'A try'
        return 0
    }
    catch {
        $failure = ConvertTo-CwFailure -ErrorRecord $_
        if (-not $failure.detail.Contains('sqlError')) {
            throw
        }
        return [int] $failure.detail.sqlError
    }
    finally {
        $connection.Dispose()
    }
}
