function Test-CwPlanChanged {
    <#
    .SYNOPSIS
        Says whether the document's parameters replace the plan of an earlier, unfinished run.
    .DESCRIPTION
        As long as no pool was made of that plan, they do. Without parameters it is continued, and so it is where they
        say the same. A pool of that plan that exists, and a rebuild, which keeps the plan of what was lost, end the
        action with CW1072, which names each difference.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Inventory
        The unfinished inventory.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwPlanChanged -Fact $facts -Inventory $inventory
    .NOTES
        Source: [glossary#inventory]. Where one blank instance-store disk is there, a letter for tempdb plans no drive.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [object] $Inventory
    )

    $plan = Get-CwStoragePlan -Optional
    if ($null -eq $plan) {
        return $false
    }
    $disk = $Inventory.virtualDisk
    $swap = @($Inventory.members | Where-Object { $_.role -eq 'swap' })[0].serial
    $data = @($Inventory.members | Where-Object { $_.role -eq 'data' } | ForEach-Object { $_.serial })
    $old = @{
        data = $data
        swap = $swap
        cacheBytes = $disk.writeCacheBytes
        allocationUnitBytes = $disk.allocationUnitBytes
        fileSystem = Get-CwPlannedValue -Plan $disk -Name 'fileSystem' -Default 'NTFS'
        letter = $disk.letter
        tempdbLetter = $null
    }
    if ($null -ne $Inventory.tempdb) {
        $old.tempdbLetter = $Inventory.tempdb.letter
    }
    elseif (@($disk.folders).Count -gt 0) {
        $old.tempdbLetter = $disk.letter
    }
    elseif ($plan.tempdbLetter -ne $plan.letter -and $Fact.free.Count -lt 2) {
        $plan.tempdbLetter = $null
    }
    $changed = @(foreach ($name in $old.Keys | Sort-Object) {
            $was = @($old[$name] | Sort-Object) -join ','
            $is = @($plan[$name] | Sort-Object) -join ','
            if ($was -ne $is) {
                "$name ($was, not $is)"
            }
        })
    $pools = @($Fact.pools | Where-Object {
            $_.UniqueId -eq $Inventory.pool.uniqueId -or
            @(Get-PhysicalDisk -StoragePool $_ -ErrorAction Stop | Where-Object {
                    (@($data) + $swap) -contains (ConvertTo-CwSerial -SerialNumber $_.SerialNumber)
                }).Count -gt 0
        })
    $begun = $pools.Count -gt 0 -or [string] $Inventory.building -eq 'rebuild'
    if ($begun -and $changed.Count -gt 0) {
        Stop-CwAction -Code 'CW1072' -Outcome 'unsafe' -Message (
            "An earlier run began another plan: $($changed -join '; ').")
    }
    return $changed.Count -gt 0
}
