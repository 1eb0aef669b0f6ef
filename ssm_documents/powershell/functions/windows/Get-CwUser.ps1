function Get-CwUser {
    <#
    .SYNOPSIS
        Returns the name of the account that this script runs as.
    .OUTPUTS
        System.String, for example NT AUTHORITY\SYSTEM
    .EXAMPLE
        Get-CwUser
    .NOTES
        The only function that asks for the identity.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    return [System.Security.Principal.WindowsIdentity]::GetCurrent().Name
}
