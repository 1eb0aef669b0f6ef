function Remove-CwLostDatabase {
    <#
    .SYNOPSIS
        Takes a lost copy out of its group and drops it, and prepares the folders that seeding needs.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Wanted
        group, database (ids); checked by Confirm-CwReseedAllowed.
    .OUTPUTS
        System.Int32, 1 if something was removed. CW2075 where SQL Server doesn't let the database leave its group.
    .EXAMPLE
        Remove-CwLostDatabase -Selection $selection -Wanted $wanted
    .NOTES
        Source: [reseeding#hadr-off], [reseeding#hadr-off-pending], [sql-server#signed-procedure];
        [reseeding#seeding-paths]: the same paths are needed on this instance, with rights for the engine's own
        identity, which then proves that a file is missing.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([int])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [hashtable] $Wanted
    )

    $database = Get-CwGroupDatabase -Selection $Selection -Wanted $Wanted
    if ($database.localId -eq 0 -or -not $PSCmdlet.ShouldProcess($database.name, 'Remove the lost copy')) {
        return 0
    }
    $account = 'NT SERVICE\' + (Get-CwServiceName -Instance $Selection.instance)
    foreach ($folder in @($database.files | ForEach-Object { $_ -replace '\\[^\\]*$', '' } | Select-Object -Unique)) {
        New-CwServiceFolder -Path $folder -Account $account
    }
    $statement = @{
        Text = $CwSql.drop_lost_database
        Name = @{ DatabaseId = ConvertTo-CwSqlLiteral -Text $Wanted.database }
        What = "Removing the lost $($database.name)"
    }
    try {
        Invoke-CwSqlStatement -Connection $Selection.connection -TimeoutSeconds 300 @statement
    }
    catch {
        $failure = $_.TargetObject
        if ($failure -is [hashtable] -and $failure.detail['sqlError'] -in 35239, 35242) {
            Stop-CwAction -Code 'CW2075' -Outcome 'unsafe' -Message $failure.message -Detail $failure.detail
        }
        throw
    }
    return 1
}
