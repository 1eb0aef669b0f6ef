function Confirm-CwUninstallAllowed {
    <#
    .SYNOPSIS
        Guarantees that a node loses CacheWarden only where a stop destroys nothing, or where the loss was accepted.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Accepted
        Whoever starts it has typed that a stop destroys the data drive.
    .OUTPUTS
        None; otherwise the action ends with CW3003, CW1029, CW3025 or CW1046.
    .EXAMPLE
        Confirm-CwUninstallAllowed -Machine (Get-CwHost) -Accepted:$false
    .NOTES
        Source: [glossary#proof-of-evacuation]. What isn't known counts as a cache on NVMe, and a drive on instance
        store that can't be read as one that holds files.
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
    $seen = @{}
    $storage = Get-CwStorageEvidence -Machine $Machine -Fact $seen
    if ($storage.classification -eq 'MOVING') {
        Stop-CwAction -Code 'CW1029' -Outcome 'retry' -Message 'The cache is between two disks.'
    }
    if ($seen.refusal -eq 'CW1073' -and -not $Accepted) {
        # Another instance's inventory: no drive of it is here, as on a node that never had one.
        $left = @(Get-CwUnevacuatedData -Fact $seen.facts -Inventory $null -Uncached)
        if ($left.Count -gt 0) {
            Stop-CwAction -Code 'CW3025' -Outcome 'unsafe' -Message (
                "$($storage.reasons -join '; '); a stop of this instance might destroy: $($left -join '; ').")
        }
        return
    }
    if (-not $storage.proof.evacuated -and -not $Accepted) {
        Stop-CwAction -Code 'CW3025' -Outcome 'unsafe' -Message (
            "The storage is $($storage.classification): $(@($storage.reasons) + $storage.proof.why -join '; ').")
    }
    if ($null -eq $seen.inventory -or $Accepted) {
        return
    }
    $letters = @(Get-CwDriveLetter -Inventory $seen.inventory -Fact $seen.facts)
    $tempdb = @((Get-CwSqlEvidence -Letter $letters).tempdbFiles | Where-Object { $null -ne $_ })
    $asked = @{ Inventory = $seen.inventory; Disk = $seen.facts.instanceStore; Letter = $letters; Tempdb = $tempdb }
    $drive = Get-CwTempdbDrive @asked
    if ($drive.foreignFiles -ne 0) {
        Stop-CwAction -Code 'CW1046' -Outcome 'unsafe' -Message (
            "Files on instance store that aren't tempdb's (no number: not known): $($drive.foreignFiles) " +
            "$($drive.foreignFile); nothing warns of a stop that destroys them once CacheWarden is gone.")
    }
}
