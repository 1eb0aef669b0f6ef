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

    $token = Read-CwStateFile -Name 'token'
    if ($null -eq $token) {
        return 'none'
    }
    return "$($token.highest) $($token.operationUntil)"
}
