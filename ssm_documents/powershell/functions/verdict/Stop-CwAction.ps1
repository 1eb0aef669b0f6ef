function Stop-CwAction {
    <#
    .SYNOPSIS
        Ends the action with a verdict, from however deep.
    .DESCRIPTION
        Throws an ErrorRecord with the code for its error id and the verdict for its target; Invoke-CwEntry answers with
        the verdict. Code and outcome must be those of ssm_documents/codes.yaml (a test compares them).
    .PARAMETER Code
        Code of the catalogue.
    .PARAMETER Outcome
        refused, unsafe (refused, and a person is needed: exit code 11), retry, partial, failed or data-loss.
    .PARAMETER Message
        One sentence with measured values, and what to do where it isn't obvious.
    .PARAMETER Detail
        Facts for machines.
    .PARAMETER Changed
        Something was changed before this point.
    .OUTPUTS
        None: it throws.
    .EXAMPLE
        Stop-CwAction -Code 'CW1025' -Outcome 'retry' -Message 'The pool is starting.'
    .NOTES
        Source: [glossary#verdict].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Code,
        [Parameter(Mandatory)]
        [ValidateSet('refused', 'unsafe', 'retry', 'partial', 'failed', 'data-loss')] [string] $Outcome,
        [Parameter(Mandatory)] [string] $Message,
        [hashtable] $Detail = @{},
        [switch] $Changed
    )

    $verdict = @{
        cwVerdict = $true
        code = $Code
        outcome = $Outcome
        message = $Message
        detail = $Detail
        changed = [bool] $Changed
    }
    $exception = New-Object -TypeName System.InvalidOperationException -ArgumentList $Message
    $record = $exception, $Code, 'InvalidOperation', $verdict
    throw (New-Object -TypeName System.Management.Automation.ErrorRecord -ArgumentList $record)
}
