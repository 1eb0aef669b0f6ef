function Switch-CwAvailabilityGroup {
    <#
    .SYNOPSIS
        Fails one Availability Group over to this node and waits until its databases are ONLINE.
    .DESCRIPTION
        The statement returns when the node has accepted; recovery goes on. After any error the role is read again: a
        connection that broke after the failover was accepted is a success.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Group
        The group.
    .OUTPUTS
        None; databases that aren't ONLINE after a minute end the action with CW2035.
    .EXAMPLE
        Switch-CwAvailabilityGroup -Selection $selection -Group $group
    .NOTES
        Source: [availability-groups#failover-done], [availability-groups#errors-success]. Role 1 PRIMARY,
        operational_state 2 ONLINE.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Group
    )

    if (-not $PSCmdlet.ShouldProcess($Group.name, 'Fail over to this node')) {
        return
    }
    $failure = $null
    try {
        $statement = @{
            Text = $CwSql.fail_over
            Name = @{ AvailabilityGroup = ConvertTo-CwSqlName -Name $Group.name }
            What = "The failover of $($Group.name)"
            TimeoutSeconds = 300
        }
        Invoke-CwSqlStatement -Connection $Selection.connection @statement
    }
    catch {
        $failure = $_
        Reset-CwGroupConnection -Selection $Selection
    }
    $wait = @{}
    while ($true) {
        $late = -not (Test-CwTimeLeft -Wait $wait -Seconds 60)
        $groups = @(Get-CwAvailabilityGroup -Connection $Selection.connection -VersionMajor $Selection.versionMajor)
        $now = @($groups | Where-Object { $_.id -eq $Group.id })[0]
        if ($null -ne $failure -and ($now.role -eq 2 -or $late)) {
            throw $failure
        }
        $local = @($now.replicas | Where-Object { $_.local })
        $online = $now.role -eq 1 -and $now.operational -eq 2 -and $local.Count -eq 1 -and
            $local[0].databases.online -eq $local[0].databases.count
        if ($online) {
            Write-CwLog -Message "primary of $($Group.name)"
            return
        }
        if ($late) {
            Stop-CwAction -Code 'CW2035' -Outcome 'partial' -Changed -Message (
                "$($Group.name): role $($now.role), operational_state $($now.operational) 60 s after the failover.")
        }
        Start-Sleep -Seconds 1
    }
}
