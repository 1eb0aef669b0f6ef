function Invoke-CwEntry {
    <#
    .SYNOPSIS
        Runs the body of an entry script that needs neither lock nor token, and always returns an answer.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER Body
        Returns a verdict (New-CwVerdict) as its last output; whatever it throws becomes one. Its one argument is a
        hashtable: host (Get-CwHost).
    .PARAMETER Limit
        Largest number of characters of the answer.
    .OUTPUTS
        System.Collections.Hashtable: Json, ExitCode
    .EXAMPLE
        $answer = Invoke-CwEntry -Action 'observe_host' -Limit 23500 -Body { ... }
    .NOTES
        Source: [glossary#verdict].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [scriptblock] $Body,
        [int] $Limit = 2000
    )

    $bootId = ''
    try {
        $machine = Get-CwHost
        $bootId = $machine.bootId
        $verdict = & $Body @{ host = $machine } | Select-Object -Last 1
    }
    catch {
        $verdict = ConvertTo-CwFailure -ErrorRecord $_
        if ($verdict.code -ne 'CW3018') {
            Write-CwLog -Message "$Action failed: $($verdict.code)"
        }
    }
    return ConvertTo-CwAnswer -Verdict $verdict -BootId $bootId -Limit $Limit
}
