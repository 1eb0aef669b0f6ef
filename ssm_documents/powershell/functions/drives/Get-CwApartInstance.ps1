function Get-CwApartInstance {
    <#
    .SYNOPSIS
        Lists the instances of which no file lies on a drive of ours: they don't wait for it at a boot.
    .DESCRIPTION
        A path that may lead elsewhere, through a link or over the network, counts as one on our drives. So does
        everything of an instance where this account doesn't see all files. Of one that doesn't run or doesn't answer
        counts what it said last (Get-CwRememberedFile).
    .PARAMETER Letter
        Drive letters (Get-CwDriveLetter).
    .PARAMETER Now
        Only what an instance says now counts.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: name, files (one of each folder)
    .EXAMPLE
        Get-CwApartInstance -Letter 'D', 'S'
    .NOTES
        Source: [sql-server#rights-table], [windows#links].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [string[]] $Letter,
        [switch] $Now
    )

    $former = @()
    $known = Get-CwRememberedFile
    if ($null -ne $known -and -not $Now) {
        $former = @(Get-CwPlannedValue -Plan $known -Name 'apart' -Default @())
    }
    foreach ($instance in @(Get-CwSqlInstance -IncludeDisabled)) {
        $silent = { $former | Where-Object { $_.name -eq $instance.name } }
        if ($instance.service -ne 4) {
            & $silent
            continue
        }
        try {
            $connection = Connect-CwSqlServer -Instance $instance.name
            try {
                $rows = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.observe_places)
            }
            finally {
                $connection.Dispose()
            }
            $links, $files = @{}, @{}
            $apart = $rows.Count -gt 0
            foreach ($path in @($rows | ForEach-Object { [string] $_['physical_name'] } | Sort-Object)) {
                $apart = $apart -and $path -match '^[A-Z]:\\' -and $Letter -notcontains $path.Substring(0, 1)
                $part = $path
                while ($apart -and $part.Length -gt 2 -and -not $links.Contains($part)) {
                    $links[$part] = Get-CwLink -Item (Get-CwItem -Path $part)
                    $apart = $null -eq $links[$part]
                    $part = $part -replace '\\[^\\]*$', ''
                }
                $files[($path -replace '\\[^\\]*$', '')] = $path
            }
            if ($apart) {
                [ordered] @{ name = $instance.name; files = @($files.Values | Sort-Object) }
            }
        }
        catch {
            Write-CwLog -Message "$($instance.name): files unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
            & $silent
        }
    }
}
