function Confirm-CwEvacuable {
    <#
    .SYNOPSIS
        Guarantees that nothing about the storage stands against moving the cache to the Swap volume.
    .DESCRIPTION
        The one place that knows what the storage must be like: asked before every evacuation, and by every observation,
        so that a stop is refused before anything is changed (Get-CwMoveObstacle).
    .PARAMETER Name
        The classification: CACHE_ON_NVME or MOVING.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER NotEvacuated
        Get-CwUnevacuatedData's answer.
    .OUTPUTS
        None; otherwise the action ends with CW1023, CW1031, CW1035 or CW1069.
    .EXAMPLE
        Confirm-CwEvacuable -Name 'CACHE_ON_NVME' -Fact $facts -NotEvacuated @()
    .NOTES
        Source: [write-cache#move-room].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [AllowNull()] [AllowEmptyCollection()] [string[]] $NotEvacuated
    )

    if (-not $Fact.readable) {
        Stop-CwAction -Code 'CW1035' -Outcome 'unsafe' -Message 'The data drive cannot be read; the cache stays.'
    }
    # A move that is under way goes on; the proof is withheld afterwards.
    $left = @($NotEvacuated | Where-Object { $null -ne $_ })
    if ($Name -eq 'CACHE_ON_NVME' -and $left.Count -gt 0) {
        Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message (
            "A stop destroys on instance store what nothing evacuates: $($left[0]).")
    }
    $swap = @($Fact.members | Where-Object { $_.role -eq 'swap' })[0]
    if (-not $swap.ok) {
        Stop-CwAction -Code 'CW1023' -Outcome 'unsafe' -Message (
            "The Swap volume $($swap.serial) warns, OperationalStatus $($swap.operational -join ', ').")
    }
    # What has been moved there already needs no room; its footprint may not show it.
    $cacheBytes = [long] $Fact.virtualDisk.WriteCacheSize
    $room = $swap.sizeBytes - [Math]::Max(0, $swap.countedBytes - $cacheBytes)
    $needed = Get-CwNeededDiskSize -CacheBytes $cacheBytes
    if ($room -lt $needed) {
        Stop-CwAction -Code 'CW1031' -Outcome 'unsafe' -Message (
            "The Swap volume $($swap.serial) has room for $room bytes, the cache needs $needed.")
    }
}
