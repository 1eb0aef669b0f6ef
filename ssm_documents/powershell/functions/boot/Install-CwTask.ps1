function Install-CwTask {
    <#
    .SYNOPSIS
        Guarantees the scheduled task that runs one of the host's scripts, and answers with a verdict.
    .PARAMETER Task
        worker (started on demand) or boot_task (runs when Windows starts): the script's stem.
    .PARAMETER Written
        The script was just written.
    .OUTPUTS
        System.Collections.Hashtable: Json, ExitCode
    .EXAMPLE
        Install-CwTask -Task 'worker' -Written $true
    .NOTES
        Source: [glossary#worker], [glossary#boot-task]. A busy worker goes on with the script that it has loaded.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task,
        [Parameter(Mandatory)] [bool] $Written
    )

    try {
        $registered = Register-CwTask -Task $Task
        $verdict = @{
            Code = 'CW3002'
            Outcome = 'already'
            Message = "$Task.ps1 and its scheduled task were in place."
            Changed = $Written -or $registered
            Detail = @{ bundleHash = Get-CwBundleHash }
        }
        if ($verdict.Changed) {
            $verdict.Code = 'CW3001'
            $verdict.Outcome = 'done'
            $verdict.Message = "$Task.ps1 written: $Written, scheduled task registered: $registered."
        }
        $verdict = New-CwVerdict @verdict
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    return ConvertTo-CwAnswer -Verdict $verdict -BootId (Get-CwHost).bootId -Limit 2000
}
