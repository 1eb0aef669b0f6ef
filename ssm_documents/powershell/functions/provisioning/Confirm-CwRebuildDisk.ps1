function Confirm-CwRebuildDisk {
    <#
    .SYNOPSIS
        Guarantees that the blank instance-store disks are there on which cache and tempdb drive will be built anew.
    .DESCRIPTION
        Asked before the tempdb drive is made: that would take the only disk, and with it the proof that the instance
        runs on another host.
    .PARAMETER Inventory
        The inventory.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        None; otherwise the action ends with CW1090.
    .EXAMPLE
        Confirm-CwRebuildDisk -Inventory $inventory -Fact $facts
    .NOTES
        Source: [write-cache#one-journal-disk], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $cacheBytes = [long] $Inventory.virtualDisk.writeCacheBytes
    $needed = Get-CwNeededDiskSize -CacheBytes $cacheBytes
    $free = @($Fact.free)
    $wanted = 1
    if ($null -ne $Inventory.tempdb -and -not $Fact.tempdbPresent -and $null -eq (Get-CwTempdbPool -Fact $Fact)) {
        $wanted = 2
    }
    if ($free.Count -lt $wanted -or $null -eq (Select-CwCacheDisk -Free $free -Needed $needed)) {
        $sizes = @($free | ForEach-Object { $_.sizeBytes }) -join ', '
        Stop-CwAction -Code 'CW1090' -Outcome 'unsafe' -Message (
            "A rebuild needs $wanted blank instance-store disks, one of them of $needed bytes; " +
            "there are $($free.Count): $sizes.")
    }
}
