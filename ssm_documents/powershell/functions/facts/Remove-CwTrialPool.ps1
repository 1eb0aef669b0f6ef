function Remove-CwTrialPool {
    <#
    .SYNOPSIS
        Removes the pool that this very run has created, with what is in it.
    .PARAMETER Pool
        What New-StoragePool returned to this run.
    .OUTPUTS
        None
    .EXAMPLE
        Remove-CwTrialPool -Pool $pool
    .NOTES
        Source: [storage-pools#remove-pool-order]. The node had no pool when the run began (Confirm-CwDisposable).
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Pool
    )

    if (-not $PSCmdlet.ShouldProcess($Pool.UniqueId, 'Remove the pool of the tries')) {
        return
    }
    foreach ($space in @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $Pool -ErrorAction Stop })) {
        Remove-VirtualDisk -UniqueId $space.UniqueId -Confirm:$false -ErrorAction Stop
    }
    Remove-StoragePool -UniqueId $Pool.UniqueId -Confirm:$false -ErrorAction Stop
}
