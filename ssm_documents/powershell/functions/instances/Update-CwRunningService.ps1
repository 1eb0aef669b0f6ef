function Update-CwRunningService {
    <#
    .SYNOPSIS
        Remembers which services of SQL Server run: whoever stops one of them in this boot has a reason.
    .PARAMETER Boot
        What the attempts share; ran is added to.
    .OUTPUTS
        System.Boolean, true if one wasn't known yet; whatever goes wrong is logged, for callers do this on their way
        out, with an error under way that decides what the boot task does next.
    .EXAMPLE
        Update-CwRunningService -Boot $boot
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [hashtable] $Boot
    )

    try {
        $running = @(foreach ($instance in @(Get-CwSqlInstance)) {
                if ($instance.service -eq 4) {
                    Get-CwServiceName -Instance $instance.name
                }
                if ($instance.agent -eq 4) {
                    Get-CwServiceName -Instance $instance.name -Agent
                }
            })
        $new = @($running | Where-Object { $Boot.ran -notcontains $_ })
        $Boot.ran = @($Boot.ran) + $new
        return $new.Count -gt 0
    }
    catch {
        Write-CwLog -Message "which services run is unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        return $false
    }
}
