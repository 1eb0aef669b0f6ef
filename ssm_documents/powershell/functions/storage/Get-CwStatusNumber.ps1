function Get-CwStatusNumber {
    <#
    .SYNOPSIS
        Names the numbers by which Windows' storage classes say how a disk, a virtual disk or a job is.
    .DESCRIPTION
        The one place that knows them: texts are translated, numbers aren't.
    .OUTPUTS
        System.Collections.Hashtable. HealthStatus: healthy; usable (Healthy, Warning). OperationalStatus: ok; whole
        (OK, In Service); present (OK, Degraded, Stressed, Predictive Failure, In Service: the disk answers); silent
        (Starting, No Contact, Lost Communication); starting; detached (of a virtual disk). DetachedReason: disksGone
        (Majority Disks Unhealthy, Incomplete). Usage: autoSelect, retired, journal. CannotPoolReason: inPool. JobState:
        jobOver (Completed, Terminated, Killed, Exception); jobFailed (the last three); jobWaits (New, Suspended)
    .EXAMPLE
        $health -eq (Get-CwStatusNumber).healthy
    .NOTES
        Source: [storage-pools#health-numbers], [storage-pools#cannot-pool], [storage-pools#usage],
        [storage-pools#jobs].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    return @{
        healthy = 0
        usable = 0, 1
        ok = 2
        whole = 2, 11
        present = 2, 3, 4, 5, 11
        silent = 8, 12, 13
        starting = 8
        detached = 0xD002
        disksGone = 3, 4
        unhealthyMajority = 3
        autoSelect = 1
        retired = 4
        journal = 5
        inPool = 2
        jobOver = 7, 8, 9, 10
        jobFailed = 8, 9, 10
        jobWaits = 2, 5
    }
}
