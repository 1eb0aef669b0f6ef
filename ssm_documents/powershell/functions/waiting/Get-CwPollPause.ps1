function Get-CwPollPause {
    <#
    .SYNOPSIS
        Says how long to wait before the next look: rarely at first, often near the end.
    .PARAMETER Watch
        New-CwMoveWatch's answer.
    .PARAMETER Quiet
        Looks in a row that showed the end already.
    .OUTPUTS
        System.Int32, seconds, 2 to 60
    .EXAMPLE
        Get-CwPollPause -Watch $watch -Quiet 0
    .NOTES
        Source: [glossary#planned-wait].
    #>
    [CmdletBinding()]
    [OutputType([int])]
    param(
        [Parameter(Mandatory)] [hashtable] $Watch,
        [Parameter(Mandatory)] [int] $Quiet
    )

    if ($Quiet -gt 0) {
        return 2
    }
    if ($Watch.doneBytes -eq 0) {
        # Nothing is seen to move yet, or ever.
        return [int] [Math]::Min(60, [Math]::Max(5, $Watch.seconds / 10))
    }
    return [int] [Math]::Min(60, [Math]::Max(2, $Watch.remainingSeconds / 3))
}
