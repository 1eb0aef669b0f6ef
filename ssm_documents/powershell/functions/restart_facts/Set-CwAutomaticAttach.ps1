function Set-CwAutomaticAttach {
    <#
    .SYNOPSIS
        Tells a detached virtual disk of the tries to attach by itself, whatever the boot without its volume has set.
    .PARAMETER Pool
        Its pool.
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwAutomaticAttach -Pool $node.pools['volumes']
    .NOTES
        Source: [storage-pools#manual-attach-set-by].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Pool
    )

    $space = Get-CwTrialSpace -Pool $Pool
    if ($space.instance.IsManualAttach -and $PSCmdlet.ShouldProcess($space.instance.UniqueId, 'Attach by itself')) {
        Set-VirtualDisk -UniqueId $space.instance.UniqueId -IsManualAttach $false -ErrorAction Stop
    }
}
