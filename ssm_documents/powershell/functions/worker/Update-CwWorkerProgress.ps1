function Update-CwWorkerProgress {
    <#
    .SYNOPSIS
        Brings a running worker's progress up to date with what the storage jobs say now.
    .DESCRIPTION
        The worker writes its progress when it looks, up to a minute ago; whoever plans a wait by it needs the present.
        Its rate is kept: it knows when the move began, not when it was ordered.
    .PARAMETER Worker
        Get-CwWorkerEvidence's answer; it is changed.
    .PARAMETER Job
        The storage jobs (Get-CwStorageEvidence).
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwWorkerProgress -Worker $worker -Job $storage.jobs
    .NOTES
        Source: [glossary#planned-wait].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Worker,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Job
    )

    $number = Get-CwStatusNumber
    # Without its beginning, which only its own record tells, there is no rate.
    if ($Worker.state -ne 'running' -or $null -eq $Worker.startedAt) {
        return
    }
    $done = [long] 0
    foreach ($entry in $Job) {
        if ($entry.state -notin $number.jobOver -and $entry.bytesTotal -gt 0) {
            $done += $entry.bytesDone
        }
    }
    $seconds = ((Get-CwTime) - (ConvertFrom-CwTimestamp -Text $Worker.startedAt)).TotalSeconds
    if ($done -gt $Worker.bytesDone -and $seconds -gt 0) {
        $Worker.bytesDone = [Math]::Min($done, $Worker.bytesTotal)
        if ($Worker.bytesPerSecond -eq 0) {
            $Worker.bytesPerSecond = [long] ($Worker.bytesDone / $seconds)
        }
    }
}
