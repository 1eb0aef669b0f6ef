function ConvertFrom-CwDbNull {
    <#
    .SYNOPSIS
        Returns a column's value, null for SQL NULL.
    .PARAMETER Value
        As it stands in a DataRow.
    .OUTPUTS
        System.Object, or null
    .EXAMPLE
        ConvertFrom-CwDbNull -Value $row['primary_replica']
    .NOTES
        Source: [sql-server#sqlclient].
    #>
    [CmdletBinding()]
    [OutputType([object])]
    param(
        [Parameter(Mandatory)] [AllowNull()] [AllowEmptyString()] [object] $Value
    )

    if ($Value -is [System.DBNull]) {
        return $null
    }
    return $Value
}
