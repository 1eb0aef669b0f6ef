function Confirm-CwSqlRight {
    <#
    .SYNOPSIS
        Guarantees that what SQL Server shows is all there is.
    .PARAMETER Sql
        Get-CwSqlEvidence's answer of a running instance.
    .PARAMETER Altering
        Groups are going to be altered.
    .PARAMETER Reseeding
        Lost databases are going to be removed.
    .OUTPUTS
        None; a missing right ends the action with CW2021.
    .EXAMPLE
        Confirm-CwSqlRight -Sql $evidence -Altering
    .NOTES
        Source: [sql-server#empty-means-no-right].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Sql,
        [switch] $Altering,
        [switch] $Reseeding
    )

    $missing = @(Get-CwMissingRight -Permission $Sql.permissions -Altering:$Altering -Reseeding:$Reseeding)
    if ($missing.Count -gt 0) {
        $user = Get-CwUser
        Stop-CwAction -Code 'CW2021' -Outcome 'unsafe' -Message "$user lacks $($missing -join ', ') on $($Sql.server)."
    }
}
