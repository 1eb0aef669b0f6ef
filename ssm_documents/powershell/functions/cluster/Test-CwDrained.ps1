function Test-CwDrained {
    <#
    .SYNOPSIS
        Tells whether CacheWarden paused this node in its failover cluster, and hasn't resumed it.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwDrained
    .NOTES
        Written down before the node is paused, so that one whose drain was cut off is resumed, too. A node that
        somebody else paused isn't ours.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param()

    $state = Read-CwStateFile -Name 'drain'
    return $null -ne $state -and $state.drained -eq $true
}
