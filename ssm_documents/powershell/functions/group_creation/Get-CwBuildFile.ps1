function Get-CwBuildFile {
    <#
    .SYNOPSIS
        Says in which folders the databases have their files, and how many bytes.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Database
        Names of the databases.
    .OUTPUTS
        System.String: folder=bytes, separated by |, a default folder as data or log from SQL Server 2017 on; or unknown
    .EXAMPLE
        Get-CwBuildFile -Place $place -Database 'sales', 'orders'
    .NOTES
        Source: [reseeding#seeding-paths].
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
    $told = @($bytes.Keys | ForEach-Object { "$_=$($bytes[$_])" }) -join '|'
    if ($told -notmatch '\A[A-Za-z0-9:=|._ ()$\\-]{4,300}\z') {
        return 'unknown'
    }
    return $told
}
