function Invoke-CwWorkOrder {
    <#
    .SYNOPSIS
        Moves the cache as ordered; a move that fails is undone if it can be.
    .DESCRIPTION
        Checks everything again as if nobody else had: an order of another boot, or of an operation that no longer owns
        the node, is ignored. After a failed move the cache goes back to where it came from, as long as its disk is
        still in the pool; if that fails, too, the state is left as it is, from which both directions continue.
    .PARAMETER Order
        The work order.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Invoke-CwWorkOrder -Order $order -Machine (Get-CwHost)
    .NOTES
        Source: [write-cache#move-sequence].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Order,
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    $worker = Read-CwStateFile -Name 'worker'
    $outdated = (Get-CwTokenState).highest -gt $Order.token
    $ended = $null -ne $worker -and $worker.startedAt -eq $Order.startedAt -and $worker.state -ne 'running'
    if ($Order.bootId -ne $Machine.bootId -or $outdated -or $ended) {
        Stop-CwAction -Code 'CW3016' -Outcome 'refused' -Message (
            "Order of $($Order.startedAt): other boot $($Order.bootId -ne $Machine.bootId), " +
            "newer operation $outdated, already carried out $ended.")
    }
    $collected = @{}
    $storage = Get-CwStorageEvidence -Machine $Machine -Fact $collected
    $codes = @{
        'evacuate' = @{ done = 'CW1001'; already = 'CW1002'; back = 'restore' }
        'restore' = @{ done = 'CW1004'; already = 'CW1005'; back = 'evacuate' }
    }[$Order.work]
    if (-not (Test-CwMoveNeeded -Work $Order.work -Fact $collected -Storage $storage -Online:$Order.online)) {
        $place = "The storage is already $($storage.classification)."
        return New-CwVerdict -Code $codes.already -Outcome 'already' -Message $place
    }
    $startedAt = Get-CwTime
    try {
        Move-CwWriteBackCache -Work $Order.work -Order $Order -Machine $Machine -Fact $collected
    }
    catch {
        $failure = ConvertTo-CwFailure -ErrorRecord $_
        $goesOn = $Order.work -eq 'evacuate' -and $failure.code -eq 'CW1057'
        if ($failure.outcome -in 'refused', 'unsafe' -or $goesOn) {
            # Of an evacuation that SQL Server's writes hold up nothing is undone: it goes on once that has stopped.
            throw
        }
        Write-CwLog -Message "$($Order.work) failed: $($failure.code): $($failure.message)"
        Undo-CwCacheMove -Order $Order -Machine $Machine -Failure $failure
    }
    $seconds = [int] ((Get-CwTime) - $startedAt).TotalSeconds
    $gibibytes = [Math]::Round($Order.cacheBytes / 1GB)
    $message = "The $($Order.work) of $gibibytes GiB of cache took $seconds s."
    return New-CwVerdict -Code $codes.done -Outcome 'done' -Changed -Message $message
}
