function Get-CwVirtualDiskState {
    <#
    .SYNOPSIS
        Says in what state a virtual disk is.
    .PARAMETER VirtualDisk
        The virtual disk.
    .OUTPUTS
        System.Collections.Hashtable: health (HealthStatus), detached, detachedReason, usable (Healthy or Warning), whole
        (Healthy, OK or In Service), dead (detached, or neither Healthy nor Warning), broken (dead, and not only detached
        by policy: it can't be attached)
    .EXAMPLE
        (Get-CwVirtualDiskState -VirtualDisk $facts.virtualDisk).broken
    .NOTES
        Source: [storage-pools#detached-has-no-disk], [write-cache#lost-or-missing].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    $number = Get-CwStatusNumber
    $raw = $VirtualDisk.CimInstanceProperties
    $status = @([int[]] $raw['OperationalStatus'].Value)
    $state = @{
        health = [int] $raw['HealthStatus'].Value
        detached = $status -contains $number.detached
        detachedReason = [int] $raw['DetachedReason'].Value
    }
    $state['usable'] = $state.health -in $number.usable
    $state['whole'] = $state.health -eq $number.healthy -and @($status | Where-Object { $_ -notin $number.whole }).Count -eq 0
    $state['dead'] = $state.detached -or -not $state.usable
    $state['broken'] = $state.dead -and (-not $state.detached -or $state.detachedReason -in $number.disksGone)
    return $state
}
