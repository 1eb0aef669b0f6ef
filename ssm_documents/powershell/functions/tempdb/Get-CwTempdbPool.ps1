function Get-CwTempdbPool {
    <#
    .SYNOPSIS
        Finds the pool that consists of nothing but instance-store disks, if there is one.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        MSFT_StoragePool, or null; more than one ends the action with CW1028
    .EXAMPLE
        Get-CwTempdbPool -Fact $facts
    .NOTES
        Source: [write-cache#tempdb-pool-vanishes].
    #>
    [CmdletBinding()]
    [OutputType('MSFT_StoragePool')]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $found = @(foreach ($pool in $Fact.pools) {
            $disks = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop)
            $foreign = @($disks | Where-Object {
                    (ConvertTo-CwSerial -SerialNumber $_.SerialNumber) -cnotlike 'AWS*'
                })
            if ($disks.Count -gt 0 -and $foreign.Count -eq 0) {
                $pool
            }
        })
    if ($found.Count -gt 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "$($found.Count) pools consist of instance-store disks only, expected at most one.")
    }
    if ($found.Count -eq 1) {
        return $found[0]
    }
    return $null
}
