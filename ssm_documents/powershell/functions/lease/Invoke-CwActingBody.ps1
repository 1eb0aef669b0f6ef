function Invoke-CwActingBody {
    <#
    .SYNOPSIS
        Runs an acting body once per command, for the operation that owns the node.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER Body
        Returns a verdict as its last output.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Invoke-CwActingBody -Action 'stop_sql_server' -Body { ... } -Machine (Get-CwHost)
    .NOTES
        Source: [glossary#lease], [glossary#idempotency].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [scriptblock] $Body,
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    $fencing = Confirm-CwToken -Action $Action -Now (Get-CwTime)
    if ($null -ne $fencing.answered) {
        return @{
            cwVerdict = $true
            code = $fencing.answered.code
            outcome = $fencing.answered.outcome
            message = $fencing.answered.message
            changed = $false
            detail = @{ repeated = $true }
        }
    }
    Write-CwLog -Message "$Action begins, token $($fencing.token)"
    $context = @{ host = $Machine; token = $fencing.token; actionToken = $fencing.actionToken }
    try {
        $verdict = & $Body $context | Select-Object -Last 1
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    Write-CwLog -Message "$Action ends: $($verdict.code) $($verdict.outcome): $($verdict.message)"
    Write-CwEvent -Action $Action -Verdict $verdict
    Save-CwAnswer -Action $Action -ActionToken $fencing.actionToken -Verdict $verdict
    return $verdict
}
