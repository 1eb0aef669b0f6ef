function Get-CwTokenState {
    <#
    .SYNOPSIS
        Returns what this host remembers of fencing tokens; what lies ahead of its clock counts for nothing.
    .DESCRIPTION
        A token is a number of milliseconds since 1970 (or lower). One that is more than five minutes ahead of the clock
        was forged, or came while the clock was wrong; if it stayed, no later operation could ever act here.
        A damaged file held no token that is much higher than the time at which it was written last: that time and four
        minutes count as the highest. What was refused stays refused, and no later operation is.
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
    $now = Get-CwTime
    try {
        $stored = Read-CwStateFile -Name 'token'
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CW3010*') {
            throw
        }
        # A minute less than what is believed: else a lease function with a slow clock thinks it forged.
        $state.highest = (Get-CwTokenLimit -Now $now) - 60000
        foreach ($file in 'token.json', 'token.json.bak') {
            $ticks = Get-CwWriteTime -Path (Get-CwDataPath -ChildPath $file)
            if ($null -ne $ticks) {
                $written = Get-CwTokenLimit -Now ([datetime] [long] $ticks)
                $state.highest = [Math]::Min($state.highest, $written - 60000)
                break
            }
        }
        Write-CwLog -Message "the record of tokens is damaged: $($state.highest) counts as the highest"
        return $state
    }
    if ($null -eq $stored) {
        return $state
    }
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
