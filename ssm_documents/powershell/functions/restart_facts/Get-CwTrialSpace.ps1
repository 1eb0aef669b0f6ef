function Get-CwTrialSpace {
    <#
    .SYNOPSIS
        Reads the virtual disk of a pool of the tries that has one.
    .PARAMETER Pool
        The pool.
    .OUTPUTS
        System.Collections.Hashtable: instance (MSFT_VirtualDisk), detached, reason, health, status (numbers), words
    .EXAMPLE
        $space = Get-CwTrialSpace -Pool $node.pools['cache']
    .NOTES
        Source: [storage-pools#health-numbers], [storage-pools#detached-reasons].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool
    )

    $number = Get-CwStatusNumber
    $found = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $Pool -ErrorAction Stop })
    if ($found.Count -ne 1) {
        Stop-CwAction -Code 'CW1088' -Outcome 'unsafe' -Message (
            "The pool $($Pool.FriendlyName) has $($found.Count) virtual disks, expected one.")
    }
    $raw = $found[0].CimInstanceProperties
    $status = @([int[]] $raw['OperationalStatus'].Value)
    return @{
        instance = $found[0]
        detached = $status -contains $number.detached
        reason = [int] $raw['DetachedReason'].Value
        health = [int] $raw['HealthStatus'].Value
        status = $status
        words = @($found[0].OperationalStatus | ForEach-Object { [string] $_ }) -join ', '
    }
}
