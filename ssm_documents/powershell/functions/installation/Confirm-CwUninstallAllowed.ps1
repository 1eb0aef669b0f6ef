function Confirm-CwUninstallAllowed {
    <#
    .SYNOPSIS
        Guarantees that a node loses CacheWarden only where a stop destroys nothing, or where the loss was accepted.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Accepted
        Whoever starts it has typed that a stop destroys the data drive.
    .OUTPUTS
        None; otherwise the action ends with CW3003, CW1029 or CW3025.
    .EXAMPLE
        Confirm-CwUninstallAllowed -Machine (Get-CwHost) -Accepted:$false
    .NOTES
        Source: [glossary#proof-of-evacuation]. What isn't known counts as a cache on NVMe.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [switch] $Accepted
    )

    $worker = Get-CwWorkerEvidence -BootId $Machine.bootId
    if ($worker.state -eq 'running') {
        Stop-CwAction -Code 'CW3003' -Outcome 'retry' -Message "The worker is at $($worker.work)."
    }
    $storage = Get-CwStorageEvidence -Machine $Machine
    if ($storage.classification -eq 'MOVING') {
        Stop-CwAction -Code 'CW1029' -Outcome 'retry' -Message 'The cache is between two disks.'
    }
    if (-not $storage.proof.evacuated -and -not $Accepted) {
        Stop-CwAction -Code 'CW3025' -Outcome 'unsafe' -Message (
            "The storage is $($storage.classification): $(@($storage.reasons) + $storage.proof.why -join '; ').")
    }
}
