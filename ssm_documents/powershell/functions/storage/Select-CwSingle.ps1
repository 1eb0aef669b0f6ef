function Select-CwSingle {
    <#
    .SYNOPSIS
        Returns the one object that a look-up has found; none or several end the action with CW1028.
    .DESCRIPTION
        A UniqueId is only as unique as its device, and a cluster node may be shown other nodes' disks. What is meant
        for one of two objects must change neither.
    .PARAMETER Found
        What was found.
    .PARAMETER What
        What was looked for, for people.
    .OUTPUTS
        System.Object, the one that was found
    .EXAMPLE
        Select-CwSingle -Found @(Get-PhysicalDisk -UniqueId $id -ErrorAction Stop) -What "disk $id"
    .NOTES
        Source: [failover-cluster#storage-views], [failover-cluster#clustered-view].
    #>
    [CmdletBinding()]
    [OutputType([object])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Found,
        [Parameter(Mandatory)] [string] $What
    )

    if ($Found.Count -ne 1) {
        Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' -Message (
            "$($Found.Count) objects were found of $What, expected one.")
    }
    return $Found[0]
}
