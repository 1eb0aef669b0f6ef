function Update-CwDriveFact {
    <#
    .SYNOPSIS
        Observes the data drive of a virtual disk anew: its letter, and whether SQL Server can run on it.
    .DESCRIPTION
        Changes nothing on the node. Whatever else the pool shows: usable and offline decide whether SQL Server runs,
        the classification what may be moved. A pool with an exchanged volume is neither.
    .PARAMETER Fact
        Get-CwStorageFact's answer with its virtualDisk; letter, letterConflict, readable, usable and offline are set.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwDriveFact -Fact $facts -Inventory $inventory
    .NOTES
        Source: [windows#space-disk-offline], [windows#letters-move].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [object] $Inventory
    )

    $wanted = $Inventory.virtualDisk.letter
    $volume = Get-CwSpaceVolume -VirtualDisk $Fact.virtualDisk -Wanted $wanted
    $Fact.letter = $volume.letter
    $Fact.letterConflict = Get-CwLetterConflict -Letter $Fact.letter -Wanted $wanted
    $Fact.readable = $null -ne $Fact.letter -and $null -eq $Fact.letterConflict -and
        (Test-Path -LiteralPath "$($Fact.letter):\")
    $disk = Get-CwVirtualDiskState -VirtualDisk $Fact.virtualDisk
    $unnamed = $null -eq $Fact.letter -and $null -eq $Fact.letterConflict
    $built = (-not $Inventory.building -or $null -ne $Fact.doubt) -and $null -eq $Fact.exchanged
    $Fact.usable = $built -and -not $disk.dead -and $volume.closed -eq $false -and $Fact.readable
    $Fact.offline = $built -and (($disk.detached -and -not $disk.broken) -or
        ($disk.usable -and $null -ne $volume.closed -and ($volume.closed -or $unnamed)))
}
