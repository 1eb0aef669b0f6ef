function Clear-CwRunningService {
    <#
    .SYNOPSIS
        Makes the boot task forget that services ran in this boot: an operation stops them, and may die before it
        starts them again.
    .PARAMETER Name
        Names of services.
    .OUTPUTS
        None; nothing fails for it.
    .EXAMPLE
        Clear-CwRunningService -Name 'MSSQLSERVER', 'SQLSERVERAGENT'
    .NOTES
        Source: [glossary#boot-task]. What a former boot left in the file isn't read any more.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string[]] $Name
    )

    try {
        $boot = Read-CwStateFile -Name 'boot'
        if ($null -eq $boot) {
            return
        }
        $ran = @(Get-CwPlannedValue -Plan $boot -Name 'ran' -Default @())
        $left = @($ran | Where-Object { $Name -notcontains $_ })
        if ($left.Count -lt $ran.Count) {
            $boot.ran = $left
            Write-CwStateFile -Name 'boot' -Content $boot
        }
    }
    catch {
        Write-CwLog -Message "$($Name -join ', '): not forgotten: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
