function Start-CwEveryInstance {
    <#
    .SYNOPSIS
        Starts each instance (Start-CwInstance), whatever becomes of the others.
    .PARAMETER Instance
        What Get-CwSqlInstance said of each.
    .PARAMETER Manual
        Each that runs gets the start mode Manual; where that can't be, SQL Server runs all the same, and it is logged.
    .OUTPUTS
        None; the first failure ends the action once every instance was tried.
    .EXAMPLE
        Start-CwEveryInstance -Instance @(Get-CwSqlInstance)
    .NOTES
        Source: [sql-server#manual-start].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Instance,
        [switch] $Manual
    )

    $failures = @()
    foreach ($each in $Instance) {
        if (-not $PSCmdlet.ShouldProcess($each.name, 'Start the instance')) {
            continue
        }
        try {
            Start-CwInstance -Instance $each
        }
        catch {
            Write-CwLog -Message "$($each.name): $((ConvertTo-CwFailure -ErrorRecord $_).message)"
            $failures += $_
            continue
        }
        try {
            if ($Manual) {
                Set-CwManualStart -Instance $each
            }
        }
        catch {
            Write-CwLog -Message "$($each.name) isn't Manual: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
    if ($failures.Count -gt 0) {
        throw $failures[0]
    }
}
