function Invoke-CwExclusively {
    <#
    .SYNOPSIS
        Runs a script block while no other CacheWarden action runs on this host.
    .DESCRIPTION
        One lock file covers every acting script, the worker and the boot task. Windows closes it when its owner dies;
        the next owner then starts from what it observes, as always. Scanners and backups may hold it open for a moment.
    .PARAMETER ScriptBlock
        What is run; its output is passed on.
    .PARAMETER TimeoutSeconds
        How long to wait for the lock.
    .OUTPUTS
        System.Object, whatever ScriptBlock returns
    .EXAMPLE
        Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock { 'alone' }
    .NOTES
        Source: [glossary#lease], [windows#sharing]. Nothing in the folder is believed before its rights are confirmed.
    #>
    [CmdletBinding()]
    [OutputType([object])]
    param(
        [Parameter(Mandatory)] [scriptblock] $ScriptBlock,
        [Parameter(Mandatory)] [int] $TimeoutSeconds
    )

    New-CwFolder
    Confirm-CwFolder
    $lock = $null
    for ($waited = 0.0; $null -eq $lock; $waited += 0.5) {
        try {
            $lock = Open-CwLock
        }
        catch [System.IO.IOException] {
            if ($waited -ge $TimeoutSeconds) {
                Stop-CwAction -Code 'CW3003' -Outcome 'retry' -Message (
                    "After $TimeoutSeconds s another action still runs on this host, or something else holds its " +
                    "lock: $($_.Exception.GetBaseException().Message)")
            }
            Start-Sleep -Milliseconds 500
        }
    }
    try {
        & $ScriptBlock
    }
    finally {
        $lock.Dispose()
    }
}
