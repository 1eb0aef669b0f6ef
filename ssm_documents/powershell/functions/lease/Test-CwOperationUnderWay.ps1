function Test-CwOperationUnderWay {
    <#
    .SYNOPSIS
        Says whether an operation has acted on this node within the last hour.
    .OUTPUTS
        System.Boolean
    .EXAMPLE
        Test-CwOperationUnderWay
    .NOTES
        Source: [glossary#lease].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param()

    $token = Get-CwTokenState
    return $null -ne $token.operationUntil -and
        (Get-CwTime) -lt (ConvertFrom-CwTimestamp -Text $token.operationUntil)
}
