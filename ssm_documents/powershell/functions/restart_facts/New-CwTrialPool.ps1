function New-CwTrialPool {
    <#
    .SYNOPSIS
        Creates a pool of the tries, and writes down at once that it is theirs.
    .PARAMETER Trial
        Takes the pool's UniqueId.
    .PARAMETER Name
        The pool's name in the tries: cache, half, emptied or volumes.
    .PARAMETER SubSystem
        The local storage subsystem.
    .PARAMETER Disk
        The blank disks (MSFT_PhysicalDisk).
    .OUTPUTS
        MSFT_StoragePool
    .EXAMPLE
        $pool = New-CwTrialPool -Trial $trial -Name 'half' -SubSystem $node.subsystem -Disk $disks
    .NOTES
        Source: [storage-pools#quorum].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType('MSFT_StoragePool')]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [object] $SubSystem,
        [Parameter(Mandatory)] [object[]] $Disk
    )

    if (-not $PSCmdlet.ShouldProcess($Name, 'Create a pool')) {
        return $null
    }
    $creation = @{
        StorageSubSystemUniqueId = $SubSystem.UniqueId
        FriendlyName = "Facts trial $Name"
        PhysicalDisks = $Disk
        ErrorAction = 'Stop'
    }
    $pool = New-StoragePool @creation
    $Trial.pools[$Name] = [string] $pool.UniqueId
    Save-CwTrial -Trial $Trial
    return $pool
}
