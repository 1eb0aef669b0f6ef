function Test-CwDrained {
    <#
    .SYNOPSIS
        Tells whether CacheWarden paused this node in its failover cluster, and hasn't resumed it.
    .OUTPUTS
        System.Boolean, or null where what was written down can't be read
    .EXAMPLE
        Test-CwDrained
    .NOTES
        Written down before the node is paused, so that one whose drain was cut off is resumed, too. A node that
        somebody else paused isn't ours.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param()

    try {
        $state = Read-CwStateFile -Name 'drain'
        return $null -ne $state -and $state.drained -eq $true
    }
    catch {
        Write-CwLog -Message "drained or not can't be read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        return $null
    }
}
