function Confirm-CwVacantNode {
    <#
    .SYNOPSIS
        Guarantees that neither SQL Server nor a failover cluster nor CacheWarden has anything on this node.
    .OUTPUTS
        None: it ends the action with CW3026, CW3027 or CW3028.
    .EXAMPLE
        Confirm-CwVacantNode
    .NOTES
        Source: [sql-server#dependent-services]. The absence of SQL Server's services is the proof that no database is
        here.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param()

    $instances = @(Get-CwSqlInstance -IncludeDisabled)
    if ($instances.Count -gt 0) {
        Stop-CwAction -Code 'CW3026' -Outcome 'unsafe' -Message (
            "SQL Server is installed here ($(@($instances | ForEach-Object { $_.name }) -join ', ')).")
    }
    foreach ($service in @(Get-Service -Name 'ClusSv[c]' -ErrorAction Stop)) {
        if ([string] $service.StartType -ne 'Disabled' -or [int] $service.Status -ne 1) {
            Stop-CwAction -Code 'CW3027' -Outcome 'unsafe' -Message 'This is a node of a failover cluster.'
        }
    }
    foreach ($name in 'inventory.json', 'token.json', 'work.json', 'bundle') {
        if (Test-Path -LiteralPath (Get-CwDataPath -ChildPath $name)) {
            Stop-CwAction -Code 'CW3028' -Outcome 'unsafe' -Message (
                "CacheWarden was at work here: $(Get-CwDataPath -ChildPath $name).")
        }
    }
}
