function Confirm-CwNotOfCluster {
    <#
    .SYNOPSIS
        Guarantees that CacheWarden isn't installed anew where a failover cluster instance of SQL Server runs.
    .DESCRIPTION
        Its cluster moves such an instance, and starts it; its files lie on disks that nodes share. A node on which
        CacheWarden is already gets a new version all the same: a former one would go on starting the instance.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        None; otherwise the action ends with CW3030. What can't be asked isn't known as one.
    .EXAMPLE
        Confirm-CwNotOfCluster -Machine (Get-CwHost)
    .NOTES
        Source: [sql-server#manual-start].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    if ($null -ne (Get-CwTask -Task 'boot_task') -or $null -ne (Get-CwBootState -Machine $Machine)) {
        return
    }
    # No drive is called ?:.
    $sql = Get-CwSqlEvidence -Letter '?', '?' -FilesOnly
    $clustered = @($sql.instances | Where-Object { $_['clustered'] } | ForEach-Object { $_.name })
    if ($clustered.Count -gt 0) {
        Stop-CwAction -Code 'CW3030' -Outcome 'unsafe' -Message (
            "$($clustered -join ', ') on $($Machine.computer) is a failover cluster instance.")
    }
}
