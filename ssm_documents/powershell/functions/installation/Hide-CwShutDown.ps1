function Hide-CwShutDown {
    <#
    .SYNOPSIS
        Guarantees that the Start menu doesn't offer "Shut down"; "Restart" stays, since the cache survives it.
    .DESCRIPTION
        It keeps nobody from shutting Windows down by another way, which destroys the cache: a rail, no lock. Windows
        that doesn't let it be set is told by every observation and fails nothing.
    .OUTPUTS
        None
    .EXAMPLE
        Hide-CwShutDown
    .NOTES
        Source: [windows#hide-shut-down]. What was set is remembered first, so that UninstallHost can put it back.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param()

    $value = Get-CwShutDownPolicy
    if ($value -eq 1 -or -not $PSCmdlet.ShouldProcess('Start menu', 'Hide "Shut down"')) {
        return
    }
    $former = Get-CwFormerSetting
    if ($null -eq $former.shutDown) {
        $former.shutDown = [int] $value
        Write-CwStateFile -Name 'settings' -Content $former
    }
    try {
        Set-CwShutDownPolicy -Value 1
        Write-CwLog -Message 'the Start menu hides "Shut down"'
    }
    catch {
        Write-CwLog -Message "the Start menu can't hide ""Shut down"": $($_.Exception.GetBaseException().Message)"
    }
}
