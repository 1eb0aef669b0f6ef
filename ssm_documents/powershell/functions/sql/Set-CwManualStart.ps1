function Set-CwManualStart {
    <#
    .SYNOPSIS
        Guarantees that Windows doesn't start SQL Server by itself, before its drives are there.
    .DESCRIPTION
        An automatic service starts whatever it needs, so those that need the engine are manual, too. What was
        Automatic is remembered first, and started again with the engine (Start-CwDependentService). What can't be
        remembered isn't changed: UninstallHost could never put it back.
    .PARAMETER Instance
        name, agent and startMode (Get-CwSqlInstance).
    .OUTPUTS
        None; a record that can't be read or written ends the action with CW3010 or CW3020.
    .EXAMPLE
        Set-CwManualStart -Instance $instance
    .NOTES
        Source: [sql-server#manual-start], [windows#automatic-dependents].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Instance
    )

    $names = @(Get-CwServiceName -Instance $Instance.name)
    if ($null -ne $Instance.agent) {
        $names += Get-CwServiceName -Instance $Instance.name -Agent
    }
    $names += @(Get-CwDependentService -Instance $Instance.name | ForEach-Object { $_.Name })
    $found = @(foreach ($name in $names) {
            if ([string] (Get-Service -Name $name -ErrorAction Stop).StartType -eq 'Automatic') {
                $name
            }
        })
    if ($found.Count -eq 0) {
        return
    }
    # Of a record that can't be read Get-CwServiceState knows nothing; written anew, it would be forgotten.
    $null = Read-CwStateFile -Name 'services'
    $state = Get-CwServiceState
    $state.automatic = @(@($state.automatic) + $found | Select-Object -Unique)
    Write-CwStateFile -Name 'services' -Content $state
    foreach ($name in $found) {
        if (-not $PSCmdlet.ShouldProcess($name, 'Set the start mode to Manual')) {
            continue
        }
        Set-Service -Name $name -StartupType 'Manual' -ErrorAction Stop
        Write-CwLog -Message "service ${name}: start mode Manual"
    }
}
