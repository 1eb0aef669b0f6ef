function Get-CwTempdbPool {
    <#
    .SYNOPSIS
        Finds the pool of nothing but instance-store disks, of several the one with the tempdb drive's last known disks.
    .DESCRIPTION
        The data drive's pool, where it is known, is none of them.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        MSFT_StoragePool, or null; several of which none can be told ends the action with CW1028
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

    $others = @($Fact.pools | Where-Object { $null -eq $Fact.pool -or $_.UniqueId -ne $Fact.pool.UniqueId })
    $found = @(foreach ($pool in $others) {
            $serials = @(Get-PhysicalDisk -StoragePool $pool -ErrorAction Stop |
                    ForEach-Object { ConvertTo-CwSerial -SerialNumber $_.SerialNumber })
            if ($serials.Count -gt 0 -and @($serials | Where-Object { $_ -cnotlike 'AWS*' }).Count -eq 0) {
                @{ pool = $pool; serials = $serials }
            }
        })
    if ($found.Count -gt 1 -and $null -ne ($known = Get-CwRememberedFile)) {
        $disks = @(Get-CwPlannedValue -Plan $known -Name 'disks' -Default @())
        $its = @($found | Where-Object { @($_.serials | Where-Object { $disks -contains $_ }).Count -gt 0 })
        if ($its.Count -gt 0) {
            $found = $its
        }
    }
    if ($found.Count -gt 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "$($found.Count) pools consist of instance-store disks only, expected at most one.")
    }
    if ($found.Count -eq 1) {
        return $found[0].pool
    }
    return $null
}
