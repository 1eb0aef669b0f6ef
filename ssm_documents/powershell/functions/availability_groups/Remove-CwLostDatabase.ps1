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
        Source: [reseeding#hadr-off], [reseeding#seeding-paths]: the same paths are needed on this instance, with rights
        for the engine's own identity.
    #>
    [CmdletBinding(SupportsShouldProcess)]
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
    $name = @{ Database = ConvertTo-CwSqlName -Name $database.name }
    if ($database.inGroup) {
        $statement = @{ Text = $CwSql.set_hadr_off; Name = $name; What = "Taking $($database.name) out of its group" }
        Invoke-CwSqlStatement -Connection $Selection.connection @statement
    }
    $again = Get-CwGroupDatabase -Selection $Selection -Wanted $Wanted
    if ($again.inGroup -or $again.state -eq 0) {
        Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Changed -Message (
            "$($database.name) has state $($again.state) and is in its group: $($again.inGroup); it is not dropped.")
    }
    $statement = @{ Text = $CwSql.drop_database; Name = $name; What = "Dropping $($database.name)" }
    Invoke-CwSqlStatement -Connection $Selection.connection -TimeoutSeconds 300 @statement
    return 1
}
