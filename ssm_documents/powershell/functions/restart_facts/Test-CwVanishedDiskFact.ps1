function Test-CwVanishedDiskFact {
    <#
    .SYNOPSIS
        Sees how an attached virtual disk says that volumes of it have vanished.
    .PARAMETER Trial
        Takes the fact.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwVanishedDiskFact -Trial $trial -Node $node
    .NOTES
        Source: [write-cache#lost-cache-status], [storage-pools#health-numbers]: 3 Degraded, 53251 Incomplete. The
        number of No Redundancy isn't documented, so that it is known by its word.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    $name = 'storage.lost_while_attached_is_no_redundancy'
    $space = Get-CwTrialSpace -Pool $Node.pools['volumes']
    if ($space.detached) {
        $Trial.unseen[$name] = 'the virtual disk was detached'
    }
    elseif ($space.status -contains 3 -and $space.status -contains 53251) {
        $Trial.fact[$name] = 'no'
    }
    elseif ($space.words -ceq 'No Redundancy') {
        $Trial.fact[$name] = 'yes'
    }
    else {
        $Trial.unseen[$name] = "Windows says $($space.words) ($($space.status -join ', '))"
    }
    if (-not $Node.pools['volumes'].IsReadOnly) {
        $Trial.unseen['storage.read_only_needs_clearing'] = 'the pool kept its majority with one disk of three'
    }
}
