function Connect-CwTempdbDrive {
    <#
    .SYNOPSIS
        Brings a tempdb drive online that is still there, where the node can't come up; never fails its caller.
    .DESCRIPTION
        Nothing is made or formatted. What lies on the drive can then be seen, which a stop of the instance needs.
    .OUTPUTS
        None
    .EXAMPLE
        Connect-CwTempdbDrive
    .NOTES
        Source: [windows#space-disk-offline].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param()

    $attach = {
        $pool = Get-CwTempdbPool -Fact (Get-CwStorageFact -Inventory $null)
        if ($null -ne $pool) {
            $query = { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop }
            foreach ($virtualDisk in @(Find-CwStorageObject -Query $query)) {
                Connect-CwVirtualDisk -VirtualDisk $virtualDisk
            }
        }
    }
    try {
        $inventory = Read-CwStateFile -Name 'inventory'
        $wanted = $null -ne $inventory -and -not $inventory.building -and $null -ne $inventory.tempdb
        if ($wanted -and -not (Test-Path -LiteralPath "$($inventory.tempdb.letter):\")) {
            Invoke-CwExclusively -TimeoutSeconds 60 -ScriptBlock $attach
        }
    }
    catch {
        Write-CwLog -Message "the tempdb drive stays as it is: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
