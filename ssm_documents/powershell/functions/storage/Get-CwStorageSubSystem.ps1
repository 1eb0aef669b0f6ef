function Get-CwStorageSubSystem {
    <#
    .SYNOPSIS
        Returns this node's own storage subsystem, never the failover cluster's.
    .DESCRIPTION
        On a cluster node, storage cmdlets without a scope answer for the whole cluster. There must be exactly one local
        subsystem; anything else ends the action with CW1028.
    .OUTPUTS
        MSFT_StorageSubSystem
    .EXAMPLE
        Get-CwStorageSubSystem
    .NOTES
        Source: [failover-cluster#storage-views].
    #>
    [CmdletBinding()]
    [OutputType('MSFT_StorageSubSystem')]
    param()

    $local = @(Get-StorageSubSystem -ErrorAction Stop | Where-Object {
            ($_.FriendlyName -like 'Windows Storage*' -or $_.Model -eq 'Windows Storage') -and
            $_.FriendlyName -notlike 'Clustered*'
        })
    if ($local.Count -ne 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "$($local.Count) local storage subsystems were found, expected one.")
    }
    return $local[0]
}
