function Test-CwOperationUnderWay {
    <#
    .SYNOPSIS
        Says whether an operation is at work on this node.
    .DESCRIPTION
        It counts for an hour after its last command, and in this boot of Windows as long as its worker moves the cache,
        which may take longer: SQL Server must stay stopped meanwhile.
    .PARAMETER Since
        Only what was done after this time counts, if given.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwOperationUnderWay
    .NOTES
        Source: [glossary#lease].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [datetime] $Since = 0
    )

    $now = Get-CwTime
    $token = Get-CwTokenState
    if ($null -ne $token.operationUntil) {
        $until = ConvertFrom-CwTimestamp -Text $token.operationUntil
        if ($now -lt $until -and $until.AddSeconds(-3600) -gt $Since) {
            return $true
        }
    }
    try {
        $bootId = (Get-CwHost).bootId
        $worker = Get-CwWorkerEvidence -BootId $bootId
        if ($null -eq $worker.actionToken -or $worker.bootId -ne $bootId) {
            # None was started, or by the boot task, or before Windows was.
            return $false
        }
        return $worker.state -eq 'running' -or
            ($null -ne $worker.endedAt -and $now -lt (ConvertFrom-CwTimestamp -Text $worker.endedAt).AddSeconds(3600))
    }
    catch {
        # What can't be read mustn't keep SQL Server down.
        return $false
    }
}
