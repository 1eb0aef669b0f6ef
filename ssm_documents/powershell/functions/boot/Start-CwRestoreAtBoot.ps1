function Start-CwRestoreAtBoot {
    <#
    .SYNOPSIS
        Starts the worker to restore the cache, if this is a new host and no operation will do it.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Storage
        Get-CwStorageEvidence's answer.
    .OUTPUTS
        System.Boolean, true if the worker was started
    .EXAMPLE
        Start-CwRestoreAtBoot -Machine (Get-CwHost) -Storage $storage
    .NOTES
        Source: [glossary#boot-task]. The same instance-store disk means that only Windows was restarted: somebody
        evacuated the cache on purpose, and is about to stop the instance.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Storage
    )

    if ($Storage.classification -ne 'EVACUATED' -or $Storage.freeInstanceStore.Count -eq 0) {
        return $false
    }
    $worker = Get-CwWorkerEvidence -BootId $Machine.bootId
    if ($worker.work -eq 'restore' -and $worker.bootId -eq $Machine.bootId) {
        # It was tried in this boot, and its answer is there for whoever looks.
        return $false
    }
    $inventory = Read-CwStateFile -Name 'inventory'
    $evacuated = @($inventory.members | Where-Object { $_.role -eq 'cache' } |
            ForEach-Object { $_.serial })
    $same = @($Storage.freeInstanceStore | Where-Object { $evacuated -contains $_ })
    $token = Get-CwTokenState
    $underWay = Test-CwOperationUnderWay
    Write-CwLog -Message "cache on the Swap volume; same disk: $($same.Count -gt 0), operation under way: $underWay"
    if ($evacuated.Count -eq 0 -or $same.Count -gt 0 -or $underWay) {
        return $false
    }
    $order = @{
        Work = 'restore'
        Token = $token.highest
        ActionToken = $null
        BootId = $Machine.bootId
        CacheBytes = $Storage.virtualDisk.writeCacheBytes
    }
    Start-CwWorker @order
    return $true
}
