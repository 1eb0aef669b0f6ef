function Get-CwBuildFile {
    <#
    .SYNOPSIS
        Says in which folders the databases have their files, and how many bytes: what the partner must have room for.
    .DESCRIPTION
        From SQL Server 2017 on what lies in the instance's default folder goes into the partner's own: told as data or
        log instead of a folder. More than eight folders, or one with a name that a parameter doesn't take, makes all of
        it unknown.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Database
        Names of the databases.
    .OUTPUTS
        System.String: folder=bytes, separated by |; or unknown
    .EXAMPLE
        Get-CwBuildFile -Place $place -Database 'sales', 'orders'
    .NOTES
        Source: [reseeding#seeding-paths]. Folders become part of a parameter, so few characters are let in.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [string[]] $Database
    )

    $bytes = @{}
    $rows = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_files)
    foreach ($row in @($rows | Where-Object { $_['database_name'] -in $Database })) {
        $folder = ([string] $row['physical_name']) -replace '\\[^\\]*\z', ''
        $kind = @('data', 'log')[[int] $row['type']]
        if ($Place.version -ge 14 -and $folder -eq $Place.folders[$kind]) {
            $folder = $kind
        }
        $bytes[$folder] = [long] $bytes[$folder] + [long] $row['size_bytes']
    }
    $told = @($bytes.Keys | Sort-Object | ForEach-Object { "$_=$($bytes[$_])" }) -join '|'
    $plain = '\A(data|log|[A-Za-z]:(\\[A-Za-z0-9._ ()$-]{1,60}){0,8})\z'
    $strange = @($bytes.Keys | Where-Object { $_ -notmatch $plain })
    if ($strange.Count -gt 0 -or $bytes.Count -gt 8 -or $told.Length -gt 300) {
        return 'unknown'
    }
    return $told
}
