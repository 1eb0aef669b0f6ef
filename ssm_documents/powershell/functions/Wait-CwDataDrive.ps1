function Wait-CwDataDrive {
    <#
    .SYNOPSIS
        Waits until the data drive is whole, attaching it where it is only detached.
    .DESCRIPTION
        Disks may appear late after a start. Whatever else is wrong is waited for, too, since it may mend itself, but
        nothing is done about it here.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER TimeoutSeconds
        How long to wait.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, Get-CwStorageEvidence's answer; a drive that isn't whole after
        that time ends the action with the code of the storage's state.
    .EXAMPLE
        Wait-CwDataDrive -Machine (Get-CwHost) -TimeoutSeconds 900
    .NOTES
        Source: reference 1.6 step 2.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [Parameter(Mandatory)] [int] $TimeoutSeconds
    )

    $until = [datetime]::UtcNow.AddSeconds($TimeoutSeconds)
    while ($true) {
        $collected = @{}
        $storage = Get-CwStorageEvidence -Machine $Machine -Fact $collected
        if ($storage.classification -eq 'DETACHED') {
            Connect-CwVirtualDisk -VirtualDisk $collected.facts.virtualDisk
            $storage = Get-CwStorageEvidence -Machine $Machine -Fact $collected
        }
        $whole = $storage.classification -in 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING'
        if ($whole -and $storage.dataVolume.readable) {
            return $storage
        }
        if ([datetime]::UtcNow -gt $until -or $storage.classification -in 'CACHE_LOST', 'CLUSTERED', 'EMPTY') {
            Stop-CwOnClassification -Name $storage.classification -Reason $storage.reasons
        }
        Start-Sleep -Seconds 10
        Update-StorageProviderCache -DiscoveryLevel 'Full' -ErrorAction Stop
        Update-HostStorageCache -ErrorAction Stop
    }
}
