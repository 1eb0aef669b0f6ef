function Update-CwStorageView {
    <#
    .SYNOPSIS
        Makes Windows look for disks again that have come or gone.
    .OUTPUTS
        None
    .EXAMPLE
        Update-CwStorageView
    .NOTES
        Source: [storage-pools#snapshots].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param()

    $view = @{ StorageSubSystem = Get-CwStorageSubSystem; DiscoveryLevel = 'Full'; ErrorAction = 'Stop' }
    Update-StorageProviderCache @view
    Update-HostStorageCache -ErrorAction Stop
}
