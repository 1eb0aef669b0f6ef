function Invoke-CwEntry {
    <#
    .SYNOPSIS
        Runs an entry script's body and always returns an answer.
    .DESCRIPTION
        An acting body runs alone on the host and only with a valid fencing token. Whatever is thrown becomes a verdict.
        The body gets one argument, a hashtable: host (Get-CwHost), token, actionToken.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER Body
        Returns a verdict (New-CwVerdict) as its last output.
    .PARAMETER Acting
        The body changes something: mutex and token are needed.
    .PARAMETER Join
        Returns an answer if the wanted work is already being done, else null; asked before waiting for the mutex.
    .PARAMETER MutexSeconds
        How long to wait for other actions to end.
    .PARAMETER Limit
        Largest number of characters of the answer.
    .OUTPUTS
        System.Collections.Hashtable: Json, ExitCode
    .EXAMPLE
        $answer = Invoke-CwEntry -Action 'stop_sql_server' -Acting -Body { ... }
    .NOTES
        Source: design 5 (Verdict, Lease).
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [scriptblock] $Body,
        [switch] $Acting,
        [scriptblock] $Join = { },
        [int] $MutexSeconds = 20,
        [int] $Limit = 2000
    )

    $bootId = ''
    try {
        $thisHost = Get-CwHost
        $bootId = $thisHost.bootId
        $verdict = & $Join | Select-Object -Last 1
        if ($null -ne $verdict) {
            Write-CwLog -Message "$Action joins what is being done"
        }
        elseif ($Acting) {
            $run = { Invoke-CwActingBody -Action $Action -Body $Body -Machine $thisHost }
            $verdict = Invoke-CwExclusively -TimeoutSeconds $MutexSeconds -ScriptBlock $run | Select-Object -Last 1
        }
        else {
            $verdict = & $Body @{ host = $thisHost; token = $null; actionToken = $null } | Select-Object -Last 1
        }
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
    }
    return ConvertTo-CwAnswer -Verdict $verdict -BootId $bootId -Limit $Limit
}
