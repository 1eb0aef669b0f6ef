function Get-CwShutDownPolicy {
    <#
    .SYNOPSIS
        Returns whether the Start menu's power button hides "Shut down".
    .OUTPUTS
        System.Int32: 1 while it is hidden, another number while it isn't; null where Windows has no such value
    .EXAMPLE
        Get-CwShutDownPolicy
    .NOTES
        Source: [windows#hide-shut-down].
    #>
    [CmdletBinding()]
    [OutputType([int])]
    param()

    $key = 'HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\PolicyManager\default\Start\HideShutDown'
    return [Microsoft.Win32.Registry]::GetValue($key, 'value', $null)
}
