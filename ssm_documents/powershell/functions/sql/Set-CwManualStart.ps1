function Set-CwManualStart {
    <#
    .SYNOPSIS
        Guarantees that Windows doesn't start SQL Server by itself, before its drives are there.
    .PARAMETER Instance
        name, agent and startMode (Get-CwSqlInstance).
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwManualStart -Instance $instance
    .NOTES
        Source: [sql-server#manual-start].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance
    )

    $names = @(Get-CwServiceName -Instance $Instance.name)
    if ($null -ne $Instance.agent) {
        $names += Get-CwServiceName -Instance $Instance.name -Agent
    }
    foreach ($name in $names) {
        $mode = [string] (Get-Service -Name $name -ErrorAction Stop).StartType
        if ($mode -eq 'Automatic' -and $PSCmdlet.ShouldProcess($name, 'Set the start mode to Manual')) {
            Set-Service -Name $name -StartupType 'Manual' -ErrorAction Stop
            Write-CwLog -Message "service ${name}: start mode Manual"
        }
    }
}
