function Confirm-CwToken {
    <#
    .SYNOPSIS
        Guarantees that the command comes from the operation that owns this node, in time, and not twice.
    .DESCRIPTION
        The host remembers the highest fencing token that it has seen for its cluster and refuses lower ones (CW3004),
        those that are ahead of its clock (CW3017), commands past their not-after time (CW3005) or with one more than 15
        minutes ahead (CW3023), so that a command that was kept is worth nothing soon, and another cluster's commands
        while an operation is under way (CW3011). A command that was delivered twice gets the first one's answer. Must
        be called under the lock.
        Where the record can't be written, because C: is full, say, only two commands go on. One with the very token
        and cluster that the record names: the record says what it should. And the start of SQL Server: refused, it
        would leave the same record, so that what fencing lets in is the same, and an older command that still came,
        valid for minutes, could at most stop SQL Server again, which the refusal leaves down.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER Now
        The time, UTC.
    .OUTPUTS
        System.Collections.Hashtable: token, actionToken, clusterKey, answered (the earlier verdict, or null)
    .EXAMPLE
        Confirm-CwToken -Action 'stop_sql_server' -Now (Get-CwTime)
    .NOTES
        Source: [glossary#lease], [glossary#idempotency]. operationUntil: for an hour after each command the boot task
        leaves the cache to the operation (the lease itself lives 900 s and is renewed where the host can't see it).
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [datetime] $Now
    )

    $token = [long] (Get-CwParameter -Name 'Token' -Pattern '[0-9]{1,15}' -Required)
    $actionToken = Get-CwParameter -Name 'ActionToken' -Pattern '[0-9a-fA-F-]{36}'
    $notAfter = Get-CwParameter -Name 'NotAfter' -Pattern '[0-9TZ:.+-]{20,40}' -Required
    $until = ConvertFrom-CwTimestamp -Text $notAfter
    $clusterKey = Get-CwParameter -Name 'ClusterKey' -Pattern '[0-9a-f-]{8,64}'
    if ($Now -gt $until) {
        Stop-CwAction -Code 'CW3005' -Outcome 'refused' -Message (
            "The command was valid until $notAfter, now it is $(ConvertTo-CwTimestamp -Time $Now).")
    }
    $limit = Get-CwTokenLimit -Now $Now
    if ($token -gt $limit) {
        Stop-CwAction -Code 'CW3017' -Outcome 'unsafe' -Message (
            "The command carries token $token, this host believes none above ${limit}: its clock says " +
            "$(ConvertTo-CwTimestamp -Time $Now).")
    }
    if ($until -gt $Now.AddSeconds(900)) {
        Stop-CwAction -Code 'CW3023' -Outcome 'unsafe' -Message (
            "The command would be valid until $notAfter, more than 15 minutes from now: this host's clock says " +
            "$(ConvertTo-CwTimestamp -Time $Now).")
    }

    $remembered = Get-CwTokenState
    $highest = $remembered.highest
    $actions = $remembered.actions
    if ($null -ne $remembered.ahead) {
        Write-CwLog -Message "the stored token $($remembered.ahead) is ahead of the clock and is forgotten"
    }
    if ($null -eq $clusterKey) {
        $clusterKey = $remembered.clusterKey
    }
    elseif ($null -ne $remembered.clusterKey -and $clusterKey -ne $remembered.clusterKey) {
        if ($Now -lt (ConvertFrom-CwTimestamp -Text $remembered.operationUntil)) {
            Stop-CwAction -Code 'CW3011' -Outcome 'unsafe' -Message (
                "Cluster $($remembered.clusterKey) has an operation on this node until " +
                "$($remembered.operationUntil), the command came from $clusterKey.")
        }
        $highest = [long] 0
    }
    if ($token -lt $highest) {
        Stop-CwAction -Code 'CW3004' -Outcome 'refused' -Message (
            "The command carries token $token, this host has already seen $highest.")
    }
    if ($null -ne $actionToken) {
        foreach ($entry in $actions) {
            if ($entry.actionToken -eq $actionToken -and $entry.action -eq $Action -and $null -ne $entry.code) {
                return @{ token = $token; actionToken = $actionToken; clusterKey = $clusterKey; answered = $entry }
            }
        }
    }

    $content = [ordered] @{
        v = 1
        highest = $token
        clusterKey = $clusterKey
        operationUntil = ConvertTo-CwTimestamp -Time $Now.AddSeconds(3600)
        actions = $actions
    }
    try {
        Write-CwStateFile -Name 'token' -Content $content
    }
    catch {
        $written = $null -ne $remembered.operationUntil -and $token -eq $remembered.highest -and
            $clusterKey -eq $remembered.clusterKey
        if (-not $written -and $Action -ne 'start_sql_server') {
            throw
        }
        Write-CwLog -Message "token $token not written down: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    return @{ token = $token; actionToken = $actionToken; clusterKey = $clusterKey; answered = $null }
}
