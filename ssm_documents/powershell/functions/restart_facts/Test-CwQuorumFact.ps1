function Test-CwQuorumFact {
    <#
    .SYNOPSIS
        Sees whether a pool keeps its majority that lost two emptied Retired disks of its three.
    .PARAMETER Trial
        Takes the fact.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwQuorumFact -Trial $trial -Node $node
    .NOTES
        Source: [storage-pools#quorum].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    $seen = 'copies of the pool''s database'
    if ($Node.pools['emptied'].IsReadOnly) {
        $seen = 'disks'
    }
    $Trial.fact['storage.quorum_count'] = $seen
}
