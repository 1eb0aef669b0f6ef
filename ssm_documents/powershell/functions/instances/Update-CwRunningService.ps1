function Update-CwRunningService {
    <#
    .SYNOPSIS
        Remembers which services of SQL Server run: whoever stops one of them in this boot has a reason.
    .PARAMETER Boot
        What the attempts share; ran is added to.
    .OUTPUTS
        System.Boolean, true if one wasn't known yet
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
