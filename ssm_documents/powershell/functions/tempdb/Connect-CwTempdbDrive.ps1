function Connect-CwTempdbDrive {
    <#
    .SYNOPSIS
        Brings a tempdb drive online that is still there, where the data drive can't be used; never fails its caller.
    .DESCRIPTION
        Nothing is made or formatted. What lies on the drive can then be seen, which a stop of the instance needs.
    .PARAMETER Inventory
        The inventory.
    .OUTPUTS
        None
    .EXAMPLE
        Connect-CwTempdbDrive -Inventory $inventory
    .NOTES
        Source: [windows#space-disk-offline].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [object] $Inventory
    )

    if ($null -eq $Inventory.tempdb -or (Test-Path -LiteralPath "$($Inventory.tempdb.letter):\")) {
        return
    }
    try {
        $pool = Get-CwTempdbPool -Fact (Get-CwStorageFact -Inventory $null)
        if ($null -ne $pool) {
            foreach ($virtualDisk in @(Find-CwStorageObject -Query {
                        Get-VirtualDisk -StoragePool $pool -ErrorAction Stop
                    })) {
                Connect-CwVirtualDisk -VirtualDisk $virtualDisk
            }
        }
    }
    catch {
        Write-CwLog -Message "the tempdb drive stays as it is: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
