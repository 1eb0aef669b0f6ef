function Test-CwTrialMoved {
    <#
    .SYNOPSIS
        Says whether the cache of the tries has left its disk already, as far as Windows shows it.
    .PARAMETER Before
        Get-CwTrialState's answer before the move.
    .PARAMETER Now
        The same now.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwTrialMoved -Before $before -Now $now
    .NOTES
        Source: [write-cache#emptied]. The cache has 8 GiB.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [hashtable] $Before,
        [Parameter(Mandatory)] [hashtable] $Now
    )

    $unlisted = $Before.extents -gt 0 -and $Now.extents -eq 0
    return $unlisted -or $Before.counted - $Now.counted -ge 8GB
}
