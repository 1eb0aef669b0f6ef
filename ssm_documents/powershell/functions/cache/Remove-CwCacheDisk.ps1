function Remove-CwCacheDisk {
    <#
    .SYNOPSIS
        Takes an instance-store disk that holds nothing any more out of the pool.
    .DESCRIPTION
        Windows refuses a disk that is still in use (StorageWMI 51004, or 40000 even where there is room); then it is
        repaired and tried again, a limited number of times. A removal may be accepted and take its time: the disk must
        have left the pool before this returns.
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
        Source: [write-cache#remove-refused], [write-cache#remove-with-extents], [write-cache#removal-pending].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
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
        $found = Get-CwListedMember -UniqueId $Member.uniqueId -Pool $Pool -Inventory $Inventory
        if ($null -eq $found) {
            return
        }
        Set-CwDiskUsage -Member $found -Usage 'Retired'
        try {
            $removal = @{
                StoragePool = $Pool
                PhysicalDisks = $found.instance
                Confirm = $false
                ErrorAction = 'Stop'
            }
            Remove-PhysicalDisk @removal
            Write-CwLog -Message "$($Member.serial): its removal from the pool was accepted"
        }
        catch {
            if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI (40000|51004)\b') {
                throw
            }
            Write-CwLog -Message "$($Member.serial): still in use, attempt $attempt"
            Wait-CwCacheMove -SourceId $Member.uniqueId -Order $Order -Inventory $Inventory
            continue
        }
        $wait = @{}
        while ($null -ne $found -and (Test-CwTimeLeft -Wait $wait -Seconds 300)) {
            Start-Sleep -Seconds 2
            $found = Get-CwListedMember -UniqueId $Member.uniqueId -Pool $Pool -Inventory $Inventory
        }
        if ($null -eq $found) {
            return
        }
    }
    Stop-CwAction -Code 'CW1053' -Outcome 'partial' -Changed -Message (
        "Disk $($Member.serial) is still a member of the pool after 5 attempts to remove it.")
}
