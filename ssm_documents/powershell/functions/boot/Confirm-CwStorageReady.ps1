function Confirm-CwStorageReady {
    <#
    .SYNOPSIS
        Guarantees that SQL Server finds its drives when it starts.
    .DESCRIPTION
        The cache may be anywhere, and even on its way, as long as the virtual disk is attached, healthy and readable:
        availability goes before speed.
    .PARAMETER Storage
        Get-CwStorageEvidence's answer.
    .OUTPUTS
        None; otherwise the action ends with CW2038 or CW2039.
    .EXAMPLE
        Confirm-CwStorageReady -Storage $storage
    .NOTES
        Source: [glossary#boot-task], [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Storage
    )

    $whole = 'CACHE_ON_NVME', 'EVACUATED', 'MOVING', 'SPARE_MISSING'
    if ($Storage.classification -notin $whole -or -not $Storage.dataVolume.readable) {
        Stop-CwAction -Code 'CW2038' -Outcome 'refused' -Message (
            "The storage is $($Storage.classification) ($($Storage.reasons -join '; ')), " +
            "data drive readable: $($Storage.dataVolume.readable).")
    }
    if ($Storage.tempdbVolume.expected -and -not $Storage.tempdbVolume.present) {
        Stop-CwAction -Code 'CW2039' -Outcome 'refused' -Message (
            "Drive $($Storage.tempdbVolume.letter): or a folder of tempdb on it is missing.")
    }
}
