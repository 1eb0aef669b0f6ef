function New-CwInventory {
    <#
    .SYNOPSIS
        Plans the storage from the document's parameters, checks the plan against what is there, and writes it down.
    .DESCRIPTION
        Roles come from the parameters, by volume id; never from sizes, names or an order. Nothing is built before every
        check holds. An unfinished plan of an earlier run is continued as it was, unless the parameters replace it
        (Test-CwPlanChanged). One instance-store disk becomes the cache; without a second one tempdb stays on EBS.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Inventory
        An unfinished inventory, or null.
    .OUTPUTS
        System.Management.Automation.PSCustomObject, the inventory with building = true
    .EXAMPLE
        New-CwInventory -Fact $facts -Inventory $null
    .NOTES
        Source: [glossary#inventory], [storage-pools#new-virtual-disk]. Interleave 64 KiB, one column for each data
        volume, both said explicitly.
    #>
    [CmdletBinding()]
    [OutputType([pscustomobject])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [AllowNull()] [object] $Inventory
    )

    if ($null -ne $Inventory -and -not (Test-CwPlanChanged -Fact $Fact -Inventory $Inventory)) {
        return $Inventory
    }
    $plan = Get-CwStoragePlan
    $disks = Get-CwBlankEbsDisk -SubSystem $Fact.subsystem -Serial (@($plan.data) + @($plan.swap))
    Confirm-CwStoragePlan -Plan $plan -Disk $disks -Free @($Fact.free)
    $members = @(foreach ($serial in $plan.data) {
            [pscustomobject] @{
                serial = $serial
                uniqueId = $disks[$serial].uniqueId
                role = 'data'
                sizeBytes = $disks[$serial].sizeBytes
            }
        })
    $members += [pscustomobject] @{
        serial = $plan.swap
        uniqueId = $disks[$plan.swap].uniqueId
        role = 'swap'
        sizeBytes = $disks[$plan.swap].sizeBytes
    }
    $tempdb = $null
    $folders = @()
    if ($plan.tempdbLetter -eq $plan.letter) {
        $folders = @("$($plan.letter):\tempdb")
    }
    elseif ($null -ne $plan.tempdbLetter -and $Fact.free.Count -gt 1) {
        $letter = $plan.tempdbLetter
        $tempdb = [pscustomobject] @{ letter = $letter; folders = @("${letter}:\tempdb") }
    }
    $planned = [pscustomobject] @{
        v = 1
        writtenAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
        building = $true
        pool = [pscustomobject] @{ uniqueId = ''; friendlyName = 'Data'; removing = '' }
        virtualDisk = [pscustomobject] @{
            uniqueId = ''
            friendlyName = 'WCDB'
            letter = $plan.letter
            fileSystem = $plan.fileSystem
            folders = $folders
            writeCacheBytes = $plan.cacheBytes
            columns = $plan.data.Count
            interleaveBytes = 65536
            allocationUnitBytes = $plan.allocationUnitBytes
        }
        members = $members
        instanceStore = @()
        tempdb = $tempdb
    }
    Write-CwStateFile -Name 'inventory' -Content $planned
    return $planned
}
