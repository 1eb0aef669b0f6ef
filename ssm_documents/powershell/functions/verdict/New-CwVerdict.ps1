function New-CwVerdict {
    <#
    .SYNOPSIS
        Makes the verdict that an action's body returns.
    .PARAMETER Code
        Code of the catalogue.
    .PARAMETER Outcome
        done, already or started; refusals and failures go through Stop-CwAction.
    .PARAMETER Message
        One sentence with measured values.
    .PARAMETER Changed
        Something was changed.
    .PARAMETER Detail
        Facts for machines.
    .PARAMETER Evidence
        Parts of the host's evidence, observed after the act.
    .OUTPUTS
        System.Collections.Hashtable
    .EXAMPLE
        New-CwVerdict -Code 'CW2007' -Outcome 'done' -Message 'SQL Server stopped in 12 s.' -Changed
    .NOTES
        Source: [glossary#verdict].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Code,
        [Parameter(Mandatory)] [ValidateSet('done', 'already', 'started')] [string] $Outcome,
        [Parameter(Mandatory)] [string] $Message,
        [switch] $Changed,
        [hashtable] $Detail = @{},
        [System.Collections.IDictionary] $Evidence = @{}
    )

    return @{
        cwVerdict = $true
        code = $Code
        outcome = $Outcome
        message = $Message
        changed = [bool] $Changed
        detail = $Detail
        evidence = $Evidence
    }
}
