function Install-CwScript {
    <#
    .SYNOPSIS
        Guarantees one of the host's own scripts and the scheduled task that runs it, and answers with a verdict.
    .DESCRIPTION
        The folder is taken into the administrators' hands before anything is written. A new script gets a name of its
        own, with its hash: the task runs either the former one or the new one, whenever this is cut off. What no task
        runs any more is removed.
    .PARAMETER Task
        worker (started on demand) or boot_task (runs when Windows starts): the script's stem.
    .PARAMETER Text
        The script, as the document carries it.
    .OUTPUTS
        System.Collections.Hashtable: Json, ExitCode
    .EXAMPLE
        Install-CwScript -Task 'worker' -Text $text
    .NOTES
        Source: [glossary#worker], [glossary#boot-task]. A busy worker goes on with the script that it has loaded.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [ValidateSet('worker', 'boot_task')] [string] $Task,
        [Parameter(Mandatory)] [string] $Text
    )

    try {
        $script = $Text.Replace([string] [char] 13, '') + [char] 10
        $folder = (Get-CwDataPath -ChildPath 'bundle')
        $path = "$folder\$Task-$((Get-CwTextHash -Text $script).Substring(0, 32)).ps1"
        Protect-CwFolder
        New-CwFolder -ChildPath 'bundle'
        $written = $path -cnotlike "*-$(Get-CwFileHash -Path $path).ps1"
        if ($written) {
            Save-CwFile -Path $path -Text $script
        }
        Confirm-CwScript -Path $path
        $machine = Get-CwHost
        if ($Task -eq 'boot_task' -and $null -eq (Get-CwBootState -Machine $machine)) {
            # Windows runs, and whoever stopped SQL Server meanwhile had a reason: only the next boot is the task's.
            $asFound = @{ code = 'CW3001'; outcome = 'already' }
            Save-CwBootState -Boot @{ machine = $machine; opened = $false } -Verdict $asFound
        }
        if ($Task -eq 'boot_task' -and $null -ne (Read-CwStateFile -Name 'inventory')) {
            foreach ($instance in @(Get-CwSqlInstance)) {
                Set-CwManualStart -Instance $instance
            }
        }
        $registered = Register-CwTask -Task $Task -Path $path
        foreach ($other in (Get-CwFileEntry -Path $folder).children) {
            if ($other -like "$folder\$Task*" -and $other -ne $path -and $PSCmdlet.ShouldProcess($other, 'Remove')) {
                Remove-Item -LiteralPath $other -Force -ErrorAction SilentlyContinue
            }
        }
        $verdict = @{
            Code = 'CW3002'
            Outcome = 'already'
            Message = "$path and its task were in place."
            Changed = $written -or $registered
            Detail = @{ bundleHash = (Get-CwBundleState).hash }
        }
        if ($verdict.Changed) {
            $verdict.Code = 'CW3001'
            $verdict.Outcome = 'done'
            $verdict.Message = "$path written: $written, task registered: $registered."
        }
        $verdict = New-CwVerdict @verdict
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    return ConvertTo-CwAnswer -Verdict $verdict -BootId (Get-CwHost).bootId -Limit 2000
}
