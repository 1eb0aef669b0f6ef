function ConvertTo-CwSqlLiteral {
    <#
    .SYNOPSIS
        Writes text as a Unicode literal of T-SQL.
    .PARAMETER Text
        Text that was read from the catalogue by its GUID, for example a replica's server name.
    .OUTPUTS
        System.String, for example N'SALES1'
    .EXAMPLE
        ConvertTo-CwSqlLiteral -Text 'SALES1'
    .NOTES
        Source: [sql-server#names-are-quoted].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Text
    )

    return "N'" + $Text.Replace("'", "''") + "'"
}
