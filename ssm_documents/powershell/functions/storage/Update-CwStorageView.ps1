function Update-CwStorageView {
    <#
    .SYNOPSIS
        Makes Windows look for disks again that have come or gone.
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwStorageView
    .NOTES
        Source: reference 1.1 (pools and physical disks, then disks, partitions and volumes).
    #>
    [CmdletBinding()]
    param()

    $view = @{ StorageSubSystem = Get-CwStorageSubSystem; DiscoveryLevel = 'Full'; ErrorAction = 'Stop' }
    Update-StorageProviderCache @view
    Update-HostStorageCache -ErrorAction Stop
}
