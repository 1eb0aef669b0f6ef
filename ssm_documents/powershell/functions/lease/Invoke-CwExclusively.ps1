function Invoke-CwExclusively {
    <#
    .SYNOPSIS
        Runs a script block while no other CacheWarden action runs on this host.
    .DESCRIPTION
        One machine-wide mutex covers every acting script, the worker and the boot task. Windows gives it free when its
        owner dies; the next owner then starts from what it observes, as always.
    .PARAMETER ScriptBlock
        What is run; its output is passed on.
    .PARAMETER TimeoutSeconds
        How long to wait for the mutex.
    .OUTPUTS
        Whatever ScriptBlock returns.
    .EXAMPLE
        Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock { 'alone' }
    .NOTES
        Source: [glossary#lease].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [scriptblock] $ScriptBlock,
        [Parameter(Mandatory)] [int] $TimeoutSeconds
    )

    $mutex = New-Object -TypeName System.Threading.Mutex -ArgumentList $false, 'Global\CacheWarden'
    $owned = $false
    try {
        try {
            $owned = $mutex.WaitOne($TimeoutSeconds * 1000)
        }
        catch [System.Threading.AbandonedMutexException] {
            # The former owner was killed; the mutex is ours now.
            $owned = $true
        }
        if (-not $owned) {
            Stop-CwAction -Code 'CW3003' -Outcome 'retry' -Message (
                "Another CacheWarden action still runs on this host after $TimeoutSeconds s.")
        }
        & $ScriptBlock
    }
    finally {
        if ($owned) {
            $mutex.ReleaseMutex()
        }
        $mutex.Dispose()
    }
}
