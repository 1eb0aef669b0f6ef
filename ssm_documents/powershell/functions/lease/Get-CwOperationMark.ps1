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
    [OutputType([string])]
    param()

    try {
        $token = Get-CwTokenState
        return "$($token.highest) $($token.operationUntil)"
    }
    catch {
        # What can't be read mustn't keep the boot task from starting SQL Server.
        return "unknown: $($_.Exception.Message)"
    }
}
