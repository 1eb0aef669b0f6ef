function Start-CwApartInstance {
    <#
    .SYNOPSIS
        Starts the instances that are known to have nothing on our drives, where these keep the others down.
    .DESCRIPTION
        Their files are where SQL Server said when it ran last. One without what its start needs (Get-CwApartInstance)
        stays down. So do all on a node that isn't the one of the inventory, as far as is known: a copy would serve, and
        its jobs would run, beside it.
    .PARAMETER Code
        Why the others stay down.
    .PARAMETER Ran
        Names of services that ran in this boot (Get-CwInstanceToStart).
    .PARAMETER Tried
        Names of instances that aren't started again.
    .OUTPUTS
        System.String, names of the instances whose start was tried; whatever goes wrong is logged.
    .EXAMPLE
        Start-CwApartInstance
    .NOTES
        Source: [sql-server#manual-start].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param(
        [string] $Code = '',
        [AllowEmptyCollection()] [object[]] $Ran = @(),
        [AllowEmptyCollection()] [object[]] $Tried = @()
    )

    try {
        $known = Get-CwRememberedFile
        if ($null -eq $known) {
            return
        }
        # Right after a start of Windows volumes may only be late: then the disk that it started from tells a copy.
        if ($Code -eq 'CW1073' -or ($Code -eq 'CW1025' -and
                $null -ne (Get-CwInventoryDoubt -Inventory (Read-CwStateFile -Name 'inventory')))) {
            return
        }
        $apart = @(Get-CwPlannedValue -Plan $known -Name 'apart' -Default @())
        $ready = @(foreach ($instance in @(Get-CwInstanceToStart -Ran $Ran)) {
                $files = @($apart | Where-Object { $_.name -eq $instance.name } | ForEach-Object { $_.files })
                $missing = @($files | Where-Object { -not (Test-Path -LiteralPath $_) })
                if ($missing.Count -gt 0 -and $instance.service -ne 4) {
                    Write-CwLog -Message "$($instance.name) stays down: $($missing -join ', ') is missing"
                }
                if ($files.Count -gt 0 -and $missing.Count -eq 0 -and $Tried -notcontains $instance.name -and
                    $PSCmdlet.ShouldProcess($instance.name, 'Start the instance')) {
                    Write-CwLog -Message "$($instance.name) needs neither the data nor the tempdb drive"
                    $instance
                }
            })
        $ready | ForEach-Object { $_.name }
        Start-CwEveryInstance -Instance $ready
    }
    catch {
        Write-CwLog -Message "not every instance was started: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
