function Wait-CwListener {
    <#
    .SYNOPSIS
        Waits until the listeners of groups that were failed over are ONLINE, 30 seconds at most.
    .DESCRIPTION
        The failover is done whatever they do: what is wrong with them is told, never an error.
    .PARAMETER Selection
        Open-CwGroupSelection's answer, of the new primary.
    .PARAMETER GroupId
        Ids of the groups that moved.
    .OUTPUTS
        System.String, a sentence; empty where the groups have no listener
    .EXAMPLE
        Wait-CwListener -Selection $selection -GroupId $ids
    .NOTES
        Source: [failover-cluster#listener].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $GroupId
    )

    $wait = @{}
    try {
        do {
            $listeners = @(Invoke-CwSqlQuery -Connection $Selection.connection -Text $CwSql.observe_listeners |
                    Where-Object { $_['group_id'] -in $GroupId })
            $silent = @($listeners | Where-Object { $_['is_online'] -ne 1 })
            if ($silent.Count -gt 0) {
                Start-Sleep -Seconds 2
            }
        } while ($silent.Count -gt 0 -and (Test-CwTimeLeft -Wait $wait -Seconds 30))
    }
    catch {
        return " Whether clients find it by a listener isn't known: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    if ($silent.Count -gt 0) {
        $names = @($silent | ForEach-Object { $_['dns_name'] }) -join ', '
        return " The listener $names is not ONLINE after 30 s: clients that use it don't find the primary."
    }
    if ($listeners.Count -gt 0) {
        return " Its listeners ($($listeners.Count)) are ONLINE."
    }
    return ''
}
