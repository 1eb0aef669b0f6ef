function Confirm-CwDriveUse {
    <#
    .SYNOPSIS
        Guarantees that nothing is meant for the new drives that mustn't be lost with them.
    .DESCRIPTION
        A page file keeps a drive from being taken away. System databases, backups and a buffer pool extension don't
        come back by seeding. Instances that don't run can't be asked: SQL Server may be waiting for these very drives.
    .PARAMETER Letter
        The letters of the new drives.
    .OUTPUTS
        None; otherwise the action ends with CW1044.
    .EXAMPLE
        Confirm-CwDriveUse -Letter 'D', 'S'
    .NOTES
        Source: [known-mistakes#letters-unchecked], [windows#page-file], [sql-server#placement].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string[]] $Letter
    )

    $uses = @(foreach ($class in 'Win32_PageFileUsage', 'Win32_PageFileSetting') {
            foreach ($file in @(Get-CimInstance -ClassName $class -ErrorAction Stop)) {
                @{ what = 'the page file'; path = [string] $file.Name }
            }
        })
    foreach ($instance in @(Get-CwSqlInstance)) {
        if ($instance.service -ne 4) {
            Write-CwLog -Message "SQL Server $($instance.name) doesn't run and isn't asked for its files"
            continue
        }
        $connection = Connect-CwSqlServer -Instance $instance.name
        try {
            foreach ($row in @(Invoke-CwSqlQuery -Connection $connection -Text $CwSql.observe_placement)) {
                $path = ConvertFrom-CwDbNull -Value $row['path']
                $uses += @{ what = "$($row['what']) of $($instance.name)"; path = [string] $path }
            }
        }
        finally {
            $connection.Dispose()
        }
    }
    foreach ($use in $uses) {
        foreach ($drive in $Letter) {
            if ($use.path -like "${drive}:*") {
                Stop-CwAction -Code 'CW1044' -Outcome 'unsafe' -Message (
                    "Drive ${drive}: is to hold $($use.what): $($use.path).")
            }
        }
    }
}
