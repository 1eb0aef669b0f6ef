function Get-CwUnopenedDatabase {
    <#
    .SYNOPSIS
        Lists the databases that an instance couldn't open, and how many of their files are missing.
    .DESCRIPTION
        Where the files are there, SQL Server was started before its drive, or a file is damaged: such a copy may be
        whole, and a restart of the instance may open it.
    .PARAMETER Connection
        An open connection to the instance.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary for each, ten at most: name, inGroup, files, missing (numbers
        of files)
    .EXAMPLE
        Get-CwUnopenedDatabase -Connection $connection
    .NOTES
        Source: [reseeding#pending-with-files].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Connection
    )

    $found = [ordered] @{}
    foreach ($row in @(Invoke-CwSqlQuery -Connection $Connection -Text $CwSql.observe_unopened)) {
        $name = [string] $row['name']
        if (-not $found.Contains($name)) {
            $found[$name] = [ordered] @{ name = $name; inGroup = $row['in_group'] -eq 1; files = 0; missing = 0 }
        }
        $found[$name].files++
        if (-not (Test-Path -LiteralPath $row['physical_name'])) {
            $found[$name].missing++
        }
    }
    $found.Values | Select-Object -First 10
}
