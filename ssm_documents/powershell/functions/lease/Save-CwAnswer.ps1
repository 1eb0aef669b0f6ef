function Save-CwAnswer {
    <#
    .SYNOPSIS
        Remembers an action's answer, so that the same command delivered twice isn't done twice.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER ActionToken
        The command's own id; without one nothing is remembered.
    .PARAMETER Verdict
        What was answered.
    .OUTPUTS
        None; what can't be written is only logged: the answer still is what became of the action.
    .EXAMPLE
        Save-CwAnswer -Action 'stop_sql_server' -ActionToken $id -Verdict $verdict
    .NOTES
        Source: [glossary#idempotency]. The last sixteen answers are kept. "retry" and "partial" aren't remembered:
        doing it again is the right answer to those.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [AllowNull()] [AllowEmptyString()] [string] $ActionToken,
        [Parameter(Mandatory)] [hashtable] $Verdict
    )

    if ([string]::IsNullOrEmpty($ActionToken) -or $Verdict.outcome -in 'retry', 'partial') {
        return
    }
    $entry = [ordered] @{
        action = $Action
        actionToken = $ActionToken
        code = $Verdict.code
        outcome = $Verdict.outcome
        message = $Verdict.message
    }
    try {
        $remembered = Read-CwStateFile -Name 'token'
        $kept = @($entry) + @($remembered.actions)
        $remembered.actions = @($kept | Select-Object -First 16)
        Write-CwStateFile -Name 'token' -Content $remembered
    }
    catch {
        Write-CwLog -Message "answer not written down: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
