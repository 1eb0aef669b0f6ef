function Remove-CwCacheDisk {
    <#
    .SYNOPSIS
        Takes an instance-store disk that holds nothing any more out of the pool.
    .DESCRIPTION
        Windows refuses a disk that is still in use (StorageWMI 51004); then it is repaired and tried again, a limited
        number of times. The disk must have left the pool before this returns.
    .PARAMETER Member
        The member (Get-CwPoolMember).
    .PARAMETER Pool
        The pool.
    .PARAMETER Order
        The work order, for progress.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None
    .EXAMPLE
        Remove-CwCacheDisk -Member $nvme -Pool $pool -Order $order -Inventory $inventory
    .NOTES
        Source: [write-cache#remove-refused], [write-cache#remove-with-extents].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [hashtable] $Member,
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [object] $Order,
        [Parameter(Mandatory)] [object] $Inventory
    )

    if (-not $PSCmdlet.ShouldProcess($Member.serial, 'Remove from the pool')) {
        return
    }
    foreach ($attempt in 1..5) {
        $members = @(Get-CwPoolMember -Pool $Pool -Inventory $Inventory)
        $found = @($members | Where-Object { $_.uniqueId -eq $Member.uniqueId })
        if ($found.Count -eq 0) {
            return
        }
        Set-CwDiskUsage -Member $found[0] -Usage 'Retired'
        try {
            $removal = @{
                StoragePool = $Pool
                PhysicalDisks = $found[0].instance
                Confirm = $false
                ErrorAction = 'Stop'
            }
            Remove-PhysicalDisk @removal
            Write-CwLog -Message "$($Member.serial): removed from the pool"
        }
        catch {
            if ($_.FullyQualifiedErrorId -notlike 'StorageWMI 51004*') {
                throw
            }
            Write-CwLog -Message "$($Member.serial): still in use, attempt $attempt"
            Wait-CwCacheMove -SourceId $Member.uniqueId -Order $Order -Inventory $Inventory
        }
    }
    Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
        "Disk $($Member.serial) is still a member of the pool after 5 attempts to remove it.")
}
