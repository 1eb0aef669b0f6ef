# Prints the script that grants what CacheWarden needs in SQL Server, and says what is missing. Changes nothing.

$answer = Invoke-CwEntry -Action 'grant_rights' -Body {
    param($Context)

    $running = @(Get-CwSqlInstance | Where-Object { $_.service -eq 4 })
    if ($running.Count -eq 0) {
        Stop-CwAction -Code 'CW2020' -Outcome 'refused' -Message 'No SQL Server service runs on this node.'
    }
    $missing, $older = @{}, @()
    foreach ($instance in $running) {
        try {
            $connection = Connect-CwSqlServer -Instance $instance.name
            try {
                $row = @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.observe_server)[0]
                $rights = @(Get-CwMissingRight -Permission (Get-CwSqlRight -Server $row) -Altering -Reseeding)
                if ((ConvertFrom-CwDbNull -Value $row['procedure_current']) -eq $false) {
                    $older += $instance.name
                }
            }
            finally {
                $connection.Dispose()
            }
        }
        catch {
            $rights = @((ConvertTo-CwFailure -ErrorRecord $_).message)
        }
        if ($rights.Count -gt 0) {
            $missing[$instance.name] = $rights -join ', '
        }
    }
    $outdated = "dbo.CacheWardenDropLostDatabase is of an older version of CacheWarden on $($older -join ', ')."
    if ($missing.Count -gt 0) {
        $told = @($missing.Keys | Sort-Object | ForEach-Object { "$($_): $($missing[$_])" }) -join '; '
        if ($older.Count -gt 0) {
            $told = "$told; besides, $outdated"
        }
        Stop-CwAction -Code 'CW2021' -Outcome 'unsafe' -Detail $missing -Message "$(Get-CwUser) lacks rights. $told"
    }
    if ($older.Count -gt 0) {
        $told = "$(Get-CwUser) has all rights. $outdated"
        Stop-CwAction -Code 'CW2076' -Outcome 'unsafe' -Detail @{ older = $older } -Message $told
    }
    $names = @($running | ForEach-Object { $_.name }) -join ', '
    New-CwVerdict -Code 'CW2015' -Outcome 'already' -Message "$(Get-CwUser) has all rights on $names."
}
# For a person to read and to run as sysadmin; the verdict is the last line, as always.
$CwSql.grant_rights
$answer.Json
exit $answer.ExitCode
