function Get-CwWantedDatabase {
    <#
    .SYNOPSIS
        Reads the parameter Databases.
    .OUTPUTS
        System.Collections.Hashtable: group, database (ids in small letters)
    .EXAMPLE
        Get-CwWantedDatabase
    .NOTES
        Source: [glossary#names-as-ids].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $entry = '[0-9a-fA-F-]{36}/[0-9a-fA-F-]{36}'
    $text = Get-CwParameter -Name 'Databases' -Pattern "$entry(,$entry){0,5}" -Required
    foreach ($part in $text.ToLowerInvariant().Split(',')) {
        $fields = $part.Split('/')
        @{ group = $fields[0]; database = $fields[1] }
    }
}
