function Get-CwParameter {
    <#
    .SYNOPSIS
        Reads a parameter of the Command document, checked again on the host.
    .DESCRIPTION
        The SSM Agent hands parameters over as environment variables SSM_<Name> (interpolationType ENV_VAR), so that no
        text of theirs ever becomes part of a script. A missing one means an agent older than 3.3.2746.0: CW3006.
    .PARAMETER Name
        The parameter's name.
    .PARAMETER Pattern
        Regular expression that the whole value must match; 'none' is always allowed and gives null.
    .PARAMETER Required
        'none' is refused.
    .OUTPUTS
        System.String, or null for 'none'
    .EXAMPLE
        Get-CwParameter -Name 'Token' -Pattern '[0-9]{1,15}' -Required
    .NOTES
        Source: [run-command#env-var].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [string] $Pattern,
        [switch] $Required
    )

    $value = [Environment]::GetEnvironmentVariable("SSM_$Name")
    if ([string]::IsNullOrEmpty($value)) {
        Stop-CwAction -Code 'CW3006' -Outcome 'unsafe' -Message "The parameter $Name didn't arrive on the host."
    }
    if ($value -ceq 'none' -and -not $Required) {
        return $null
    }
    if ($value -cnotmatch "\A(?:$Pattern)\z") {
        Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message "The parameter $Name doesn't have the form $Pattern."
    }
    return $value
}
