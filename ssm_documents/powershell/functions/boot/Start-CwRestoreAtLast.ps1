function Start-CwRestoreAtLast {
    <#
    .SYNOPSIS
        Starts to restore the cache although an instance of SQL Server didn't start: the others write to it.
    .PARAMETER Boot
        What the attempts shared (Invoke-CwBootAttempt).
    .OUTPUTS
        None; whatever goes wrong is logged.
    .EXAMPLE
        Start-CwRestoreAtLast -Boot $boot
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Boot
    )

    if ($Boot.opened -or -not $PSCmdlet.ShouldProcess('CacheWarden-Worker', 'Start the worker: restore')) {
        return
    }
    try {
        Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock {
            $storage = Get-CwStorageEvidence -Machine $Boot.machine
            $null = Start-CwRestoreAtBoot -Machine $Boot.machine -Storage $storage
        }
    }
    catch {
        Write-CwLog -Message "the cache isn't restored: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
