function Invoke-CwActingEntry {
    <#
    .SYNOPSIS
        Runs the body of an acting entry script alone on the host, for the operation that owns the node, and always
        returns an answer.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER Body
        Returns a verdict (New-CwVerdict) as its last output; whatever it throws becomes one. Its one argument is a
        hashtable: host (Get-CwHost), token, actionToken.
    .PARAMETER Join
        Returns an answer if the wanted work is already being done, else null; asked before waiting for the lock.
    .OUTPUTS
        System.Collections.Hashtable: Json, ExitCode
    .EXAMPLE
        $answer = Invoke-CwActingEntry -Action 'stop_sql_server' -Body { ... }
    .NOTES
        Source: [glossary#verdict], [glossary#lease].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [scriptblock] $Body,
        [scriptblock] $Join = { }
    )

    $bootId = ''
    try {
        $machine = Get-CwHost
        $bootId = $machine.bootId
        $verdict = & $Join | Select-Object -Last 1
        if ($null -eq $verdict) {
            $alone = { Invoke-CwActingBody -Action $Action -Body $Body -Machine $machine }
            $verdict = Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock $alone | Select-Object -Last 1
        }
        else {
            Write-CwLog -Message "$Action joins what is being done"
        }
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    return ConvertTo-CwAnswer -Verdict $verdict -BootId $bootId -Limit 2000
}
