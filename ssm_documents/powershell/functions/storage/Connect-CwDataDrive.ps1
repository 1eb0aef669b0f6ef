function Connect-CwDataDrive {
    <#
    .SYNOPSIS
        Guarantees that the data drive is whole, attaching its virtual disk where it is only detached.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, Get-CwStorageEvidence's answer; a drive that isn't whole ends
        the action with the code of the storage's state.
    .EXAMPLE
        Connect-CwDataDrive -Machine (Get-CwHost)
    .NOTES
        Source: [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Machine -Fact $collected
    if ($storage.classification -eq 'DETACHED') {
        Connect-CwVirtualDisk -VirtualDisk $collected.facts.virtualDisk
        $storage = Get-CwStorageEvidence -Machine $Machine
    }
    if ($storage.classification -notin 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING') {
        Stop-CwOnClassification -Name $storage.classification -Reason $storage.reasons
    }
    if (-not $storage.dataVolume.readable) {
        Stop-CwAction -Code 'CW1035' -Outcome 'unsafe' -Message 'The virtual disk is attached, its drive is unreadable.'
    }
    return $storage
}
