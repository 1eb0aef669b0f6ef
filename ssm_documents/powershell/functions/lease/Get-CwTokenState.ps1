function Get-CwTokenState {
    <#
    .SYNOPSIS
        Returns what this host remembers of fencing tokens; what lies ahead of its clock counts for nothing.
    .DESCRIPTION
        A token is a number of milliseconds since 1970 (or lower). One that is more than five minutes ahead of the clock
        was forged, or came while the clock was wrong; if it stayed, no later operation could ever act here.
    .OUTPUTS
        System.Collections.Hashtable: highest (0 if there is none), clusterKey, operationUntil, actions, ahead (the
        token that counts for nothing, or null)
    .EXAMPLE
        (Get-CwTokenState).highest
    .NOTES
        Source: [glossary#lease].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $state = @{ highest = [long] 0; clusterKey = $null; operationUntil = $null; actions = @(); ahead = $null }
    $stored = Read-CwStateFile -Name 'token'
    if ($null -eq $stored) {
        return $state
    }
    $now = Get-CwTime
    $state.actions = @($stored.actions)
    $latest = $now.AddSeconds(3600 + 300)
    if ([long] $stored.highest -gt (Get-CwTokenLimit -Now $now) -or
        (ConvertFrom-CwTimestamp -Text $stored.operationUntil) -gt $latest) {
        $state.ahead = [long] $stored.highest
        return $state
    }
    $state.highest = [long] $stored.highest
    $state.clusterKey = $stored.clusterKey
    $state.operationUntil = $stored.operationUntil
    return $state
}
