function ConvertTo-CwAnswer {
    <#
    .SYNOPSIS
        Turns a verdict into the line for standard output and the exit code that says the same.
    .DESCRIPTION
        An action's line stays under 2,000 characters, an observation's under 23,500. Groups that don't fit are packed.
        Evidence that doesn't fit even so is left out of an action's verdict (the next observation brings it); of an
        observation it is a refusal.
    .PARAMETER Verdict
        A verdict of New-CwVerdict or one thrown by Stop-CwAction.
    .PARAMETER BootId
        The host's boot id.
    .PARAMETER Limit
        Largest number of characters.
    .OUTPUTS
        System.Collections.Hashtable with Json (text) and ExitCode (number)
    .EXAMPLE
        ConvertTo-CwAnswer -Verdict $verdict -BootId '638' -Limit 2000
    .NOTES
        Source: [glossary#verdict], [run-command#output-sizes].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Verdict,
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $BootId,
        [Parameter(Mandatory)] [int] $Limit
    )

    $exitCodes = @{
        'done' = 0; 'already' = 0; 'started' = 0; 'refused' = 10; 'unsafe' = 11; 'retry' = 20; 'partial' = 30
        'failed' = 40; 'data-loss' = 50
    }
    $exitCode = $exitCodes[$Verdict.outcome]
    $answer = [ordered] @{
        v = 1
        code = $Verdict.code
        outcome = $Verdict.outcome -replace '^unsafe$', 'refused'
        changed = $Verdict.changed
        observedAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
        bootId = $BootId
        message = $Verdict.message
        detail = $Verdict.detail
    }
    if ($Verdict.Contains('evidence')) {
        $answer['evidence'] = $Verdict.evidence
    }
    $json = ConvertTo-CwAsciiJson -InputObject $answer
    $observes = $Verdict.Contains('evidence') -and $Verdict.evidence.Contains('sql')
    if ($json.Length -gt $Limit -and $observes -and $null -ne $Verdict.evidence.sql['availabilityGroups']) {
        $sql = $Verdict.evidence.sql
        $table = ConvertTo-CwGroupTable -Group @($sql.availabilityGroups)
        $groups = ConvertTo-CwAsciiJson -InputObject @{ table = $table; seeding = $sql['seeding'] }
        $sql['packedGroups'] = Compress-CwText -Text $groups
        $sql['availabilityGroups'] = $null
        $sql['seeding'] = $null
        $json = ConvertTo-CwAsciiJson -InputObject $answer
    }
    if ($json.Length -gt $Limit -and $Limit -gt 2000) {
        $answer['code'] = 'CW3012'
        $answer['outcome'] = 'refused'
        $answer['message'] = "The evidence has $($json.Length) characters, at most $Limit fit into one answer."
        $exitCode = 11
    }
    if ($json.Length -gt $Limit) {
        $answer.Remove('evidence')
        $json = ConvertTo-CwAsciiJson -InputObject $answer
    }
    if ($json.Length -gt $Limit) {
        $answer['detail'] = @{}
        $answer['message'] = $Verdict.message.Substring(0, [Math]::Min(200, $Verdict.message.Length))
        $json = ConvertTo-CwAsciiJson -InputObject $answer
    }
    return @{ Json = $json; ExitCode = $exitCode }
}
