function Remove-CwLostDatabase {
    <#
    .SYNOPSIS
        Takes a lost copy out of its group and drops it, and prepares the folders that seeding needs.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Wanted
        group, database (ids); checked by Confirm-CwReseedAllowed.
    .OUTPUTS
        System.Int32, 1 if something was removed
    .EXAMPLE
        Remove-CwLostDatabase -Selection $selection -Wanted $wanted
    .NOTES
        Source: [reseeding#hadr-off], [sql-server#signed-procedure]; [reseeding#seeding-paths]: the same paths are
        needed on this instance, with rights for the engine's own identity, which then proves that a file is missing.
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
    Invoke-CwSqlStatement -Connection $Selection.connection -TimeoutSeconds 300 @statement
    return 1
}
