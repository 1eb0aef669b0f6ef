function Confirm-CwStorageReady {
    <#
    .SYNOPSIS
        Guarantees that SQL Server finds its drives when it starts.
    .DESCRIPTION
        The cache may be anywhere, and even on its way, and the pool may show whatever it likes: the data drive is
        usable (Connect-CwDataDrive ends the action otherwise), a file on it can be written and read, and tempdb has its
        folders.
    .PARAMETER Storage
        Connect-CwDataDrive's answer.
    .OUTPUTS
        None; otherwise the action ends with CW2038 or CW2039.
    .EXAMPLE
        Confirm-CwStorageReady -Storage $storage
    .NOTES
        Source: [glossary#boot-task], [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Storage
    )

    $fault = Get-CwDriveFault -Letter $Storage.dataVolume.letter
    if ($null -ne $fault) {
        Stop-CwAction -Code 'CW2038' -Outcome 'refused' -Message "Drive $($Storage.dataVolume.letter): $fault"
    }
    if ($Storage.tempdbVolume.expected -and -not $Storage.tempdbVolume.present) {
        $letter = $Storage.tempdbVolume.letter
        $holder = Get-CwLetterHolder -Letter $letter
        $message = "Drive ${letter}: or a folder of tempdb on it is missing."
        if ($holder -ne '') {
            $message = "A folder of tempdb is missing on the volume that has the letter ${letter}:$holder."
        }
        Stop-CwAction -Code 'CW2039' -Outcome 'refused' -Message $message
    }
}
