function Undo-CwCacheMove {
    <#
    .SYNOPSIS
        Brings the cache back after a failed move, and ends the work with the verdict that says so.
    .DESCRIPTION
        Where SQL Server's writes keep a restore from being undone, too, nothing more is moved until somebody asks.
    .PARAMETER Order
        The work order that failed.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Failure
        The verdict of the failed move.
    .OUTPUTS
        None: it throws.
    .EXAMPLE
        Undo-CwCacheMove -Order $order -Machine (Get-CwHost) -Failure $failure
    .NOTES
        Source: [write-cache#move-sequence]. An instance-store disk that has left the pool is not taken
        back: then the cache is complete on the Swap volume.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Order,
        [Parameter(Mandatory)] [hashtable] $Machine,
        [Parameter(Mandatory)] [hashtable] $Failure
    )

    $back = @{ 'evacuate' = 'restore'; 'restore' = 'evacuate' }[$Order.work]
    $undone = @{ 'evacuate' = 'CW1051'; 'restore' = 'CW1052' }[$Order.work]
    try {
        $inventory = Read-CwStateFile -Name 'inventory'
        $collected = @{ inventory = $inventory; facts = Get-CwStorageFact -Inventory $inventory }
        $caches = @($collected.facts.members | Where-Object { $_.role -eq 'cache' -and $_.here })
        if ($caches.Count -eq 0 -and $Order.work -eq 'evacuate') {
            Stop-CwAction -Code 'CW1032' -Outcome 'unsafe' -Message (
                'the instance-store disk is not in the pool any more, or lost')
        }
        Stop-CwStorageJob -VirtualDiskId $inventory.virtualDisk.uniqueId
        Move-CwWriteBackCache -Work $back -Order $Order -Machine $Machine -Fact $collected
    }
    catch {
        $second = ConvertTo-CwFailure -ErrorRecord $_
        if ($Order.work -eq 'restore' -and $second.code -eq 'CW1057') {
            Suspend-CwCacheMove -Inventory $inventory
            Stop-CwAction -Code 'CW1058' -Outcome 'failed' -Changed -Message (
                "$($Failure.message) The cache is between two disks.")
        }
        Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
            "$($Failure.message) Undoing it failed, too: $($second.message)")
    }
    if ($Failure.code -eq 'CW1057') {
        Stop-CwAction -Code 'CW1058' -Outcome 'failed' -Changed -Message (
            "$($Failure.message) The cache is on the Swap volume as before.")
    }
    Stop-CwAction -Code $undone -Outcome 'failed' -Changed -Message "Undone after: $($Failure.message)"
}
