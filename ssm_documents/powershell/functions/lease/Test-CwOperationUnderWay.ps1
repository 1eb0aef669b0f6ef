function Test-CwOperationUnderWay {
    <#
    .SYNOPSIS
        Says whether an operation has acted on this node within the last hour.
    .DESCRIPTION
        The worker acts for it: a move of the cache may take longer than an hour, and until the next start of Windows
        nobody else may start SQL Server meanwhile.
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
