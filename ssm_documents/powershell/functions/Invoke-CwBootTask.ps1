function Invoke-CwBootTask {
    <#
    .SYNOPSIS
        Brings a node up after a start of Windows: drives, tempdb, SQL Server, and the cache if nobody else does.
    .DESCRIPTION
        Attaches, creates the tempdb drive again, starts SQL Server as soon as the data drive is whole, even with the
        cache on the Swap volume: after a restart of Windows alone no event calls anybody else. The cache is restored
        only onto another instance-store disk than the one it was evacuated from, and only while no operation is under
        way. Never rebuilds, never removes anything.
    .OUTPUTS
        System.Int32, the exit code of the task
    .EXAMPLE
        Invoke-CwBootTask
    .NOTES
        Source: design 6, reference 1.8 (boot path).
    #>
    [CmdletBinding()]
    param()

    try {
        $machine = Get-CwHost
        Write-CwLog -Message "boot task begins, boot $($machine.bootId)"
        $boot = { Start-CwNode -Machine $machine }
        $verdict = Invoke-CwExclusively -TimeoutSeconds 600 -ScriptBlock $boot | Select-Object -Last 1
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    Write-CwLog -Message "boot task ends: $($verdict.code) $($verdict.outcome): $($verdict.message)"
    return (ConvertTo-CwAnswer -Verdict $verdict -BootId '' -Limit 2000).ExitCode
}
