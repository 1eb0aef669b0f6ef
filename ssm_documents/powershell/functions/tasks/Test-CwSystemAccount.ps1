function Test-CwSystemAccount {
    <#
    .SYNOPSIS
        Says whether a task's account is SYSTEM, however Windows writes it.
    .PARAMETER Name
        UserId of the task's principal: a SID, or the name in Windows' language.
    .OUTPUTS
        System.Boolean; false for a name that no account has
    .EXAMPLE
        Test-CwSystemAccount -Name 'S-1-5-18'
    .NOTES
        Source: [windows#task-account].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $Name
    )

    if (@('S-1-5-18', 'SYSTEM') -contains $Name) {
        return $true
    }
    if ($Name -eq '') {
        return $false
    }
    try {
        $account = New-Object -TypeName System.Security.Principal.NTAccount -ArgumentList $Name
        return $account.Translate([System.Security.Principal.SecurityIdentifier]).Value -eq 'S-1-5-18'
    }
    catch [System.Security.Principal.IdentityNotMappedException] {
        return $false
    }
}
