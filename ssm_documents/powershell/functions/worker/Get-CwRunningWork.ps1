function Get-CwRunningWork {
    <#
    .SYNOPSIS
        Returns the answer for a command whose work is already being done, or null.
    .DESCRIPTION
        The worker holds the host's lock; a second command for the same work joins it rather than waiting for it.
    .PARAMETER Work
        evacuate or restore.
    .PARAMETER Code
        Code of the answer "started".
    .OUTPUTS
        System.Collections.Hashtable, a verdict, or null
    .EXAMPLE
        Get-CwRunningWork -Work 'evacuate' -Code 'CW1003'
    .NOTES
        Source: [glossary#idempotency].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [ValidateSet('evacuate', 'restore')] [string] $Work,
        [Parameter(Mandatory)] [string] $Code
    )

    $worker = Get-CwWorkerEvidence -BootId (Get-CwHost).bootId
    if ($worker.state -ne 'running' -or $worker.work -ne $Work) {
        return $null
    }
    $megabytes = [Math]::Floor($worker.bytesDone / 1MB)
    $answer = @{
        Code = $Code
        Outcome = 'started'
        Message = "The worker is at it since $($worker.startedAt), $megabytes MB moved."
        Evidence = @{ worker = $worker }
    }
    return New-CwVerdict @answer
}
