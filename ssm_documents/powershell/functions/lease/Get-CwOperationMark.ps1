function Get-CwOperationMark {
    <#
    .SYNOPSIS
        Returns a text that changes with every command that an operation has this host carry out.
    .OUTPUTS
        System.String
    .EXAMPLE
        Get-CwOperationMark
    .NOTES
        Source: [glossary#lease].
    #>
    [CmdletBinding()]
    param()

    $token = Get-CwTokenState
    return "$($token.highest) $($token.operationUntil)"
}
