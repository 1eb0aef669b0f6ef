function Set-CwShutDownPolicy {
    <#
    .SYNOPSIS
        Sets whether the Start menu's power button hides "Shut down".
    .PARAMETER Value
        1 to hide it, 0 to show it.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwShutDownPolicy -Value 1
    .NOTES
        Source: [windows#hide-shut-down].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [int] $Value
    )

    $key = 'HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\PolicyManager\default\Start\HideShutDown'
    if ($PSCmdlet.ShouldProcess($key, "Set the value to $Value")) {
        [Microsoft.Win32.Registry]::SetValue($key, 'value', $Value, 'DWord')
    }
}
