function Start-CwCacheMove {
    <#
    .SYNOPSIS
        Has the host's worker move the write-back cache, unless it is where it should be.
    .PARAMETER Context
        What Invoke-CwActingEntry gives an action: host, token, actionToken.
    .PARAMETER Work
        evacuate (to the Swap volume) or restore (to an instance-store disk).
    .PARAMETER StartedCode
        The code of a move that was begun.
    .PARAMETER AlreadyCode
        The code where nothing is to be moved.
    .PARAMETER Online
        SQL Server may run meanwhile: the workflow asked for it, as Get-CwConsent says.
    .OUTPUTS
        System.Collections.Hashtable, a verdict; a storage from which nothing can be moved ends the action.
    .EXAMPLE
        Start-CwCacheMove -Context $Context -Work 'evacuate' -StartedCode 'CW1003' -AlreadyCode 'CW1002'
    .NOTES
        Source: [glossary#worker].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Context,
        [Parameter(Mandatory)] [ValidateSet('evacuate', 'restore')] [string] $Work,
        [Parameter(Mandatory)] [string] $StartedCode,
        [Parameter(Mandatory)] [string] $AlreadyCode,
        [switch] $Online
    )

    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    if ($storage.classification -eq 'MOVING') {
        # A worker that was cut off has left Windows a listing in which the removed disk still is.
        Update-CwStorageView
        $collected = @{}
        $storage = Get-CwStorageEvidence -Machine $Context.host -Fact $collected
    }
    if (-not (Test-CwMoveNeeded -Work $Work -Fact $collected -Storage $storage -Online:$Online)) {
        $place = @{ evacuate = 'the Swap volume'; restore = 'the instance-store disk' }[$Work]
        $message = "The cache was already on $place."
        return New-CwVerdict -Code $AlreadyCode -Outcome 'already' -Message $message -Evidence @{ storage = $storage }
    }
    $order = @{
        Work = $Work
        Token = $Context.token
        ActionToken = $Context.actionToken
        BootId = $Context.host.bootId
        CacheBytes = $storage.virtualDisk.writeCacheBytes
        Online = $Online
    }
    Save-CwActAtBoot -Machine $Context.host -Used
    Start-CwWorker @order
    $worker = Get-CwWorkerEvidence -BootId $Context.host.bootId
    $gibibytes = [Math]::Round($storage.virtualDisk.writeCacheBytes / 1GB)
    $message = "The worker was started; $gibibytes GiB take about $(4 * $gibibytes) s."
    $evidence = @{ worker = $worker }
    return New-CwVerdict -Code $StartedCode -Outcome 'started' -Message $message -Changed -Evidence $evidence
}
