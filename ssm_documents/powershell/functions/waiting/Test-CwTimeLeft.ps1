function Test-CwTimeLeft {
    <#
    .SYNOPSIS
        Says whether a wait may go on; a correction of the clock neither ends nor prolongs it.
    .DESCRIPTION
        Asked at each look. The first answer is yes, and the time begins to count. Between two looks at most so much
        counts as a look and its pause may take: whatever else the clock shows is a correction of it.
    .PARAMETER Wait
        An empty hashtable for a new wait; it is changed.
    .PARAMETER Seconds
        How long the wait may take.
    .PARAMETER LookSeconds
        The most that may pass between two looks.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        $wait = @{}
        while (Test-CwTimeLeft -Wait $wait -Seconds 120) { Start-Sleep -Seconds 5 }
    .NOTES
        Source: [windows#boot-identity]: time synchronization steps a clock, at a start most of all.
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [hashtable] $Wait,
        [Parameter(Mandatory)] [int] $Seconds,
        [int] $LookSeconds = 60
    )

    $now = Get-CwTime
    if (-not $Wait.Contains('left')) {
        $Wait['left'] = $Seconds
        $Wait['seenAt'] = $now
    }
    $Wait.left -= [Math]::Min($LookSeconds, [Math]::Max(0, ($now - $Wait.seenAt).TotalSeconds))
    $Wait.seenAt = $now
    return $Wait.left -gt 0
}
