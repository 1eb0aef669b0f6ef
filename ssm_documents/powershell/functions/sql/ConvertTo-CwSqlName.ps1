function ConvertTo-CwSqlName {
    <#
    .SYNOPSIS
        Quotes a name for T-SQL, as QUOTENAME does.
    .PARAMETER Name
        A name that was read from the catalogue by its GUID.
    .OUTPUTS
        System.String, for example [sales]]ag]
    .EXAMPLE
        ConvertTo-CwSqlName -Name 'sales-ag'
    .NOTES
        Source: [sql-server#names-are-quoted]. Names of Availability Groups and databases can't be parameters of a
        statement.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Name
    )

    return '[' + $Name.Replace(']', ']]') + ']'
}
