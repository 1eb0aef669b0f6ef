function Wait-CwGroupBuilt {
    <#
    .SYNOPSIS
        Watches the new secondary for four minutes at most, until it has a copy of each database; changes nothing.
    .PARAMETER Place
        Open-CwBuildInstance's answer, of the primary.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner.
    .OUTPUTS
        System.Collections.Hashtable, a verdict; what isn't done yet ends the action with CW2068, CW2069 or CW2070.
    .EXAMPLE
        Wait-CwGroupBuilt -Place $place -Order $order
    .NOTES
        Source: [availability-groups#failover-done], [reseeding#seeding-states]. A copy is there when it is SYNCHRONIZED
        (2), of an asynchronous replica SYNCHRONIZING (1).
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    $server = $Order.partner.server
    $asked = @{ group = $Order.group }
    $wanted = 1 + [int] $Order.synchronous
    $wait = @{}
    while ($true) {
        $replicas = @(Confirm-CwBuildGroup -Place $Place -Order $Order -Role 1)
        $partner = @($replicas | Where-Object { $_['server_name'] -eq $server })
        $copies = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_copies -Parameter $asked |
                Where-Object { $_['server_name'] -eq $server -and [string] $_['database_name'] -in $Order.databases })
        $whole = @($copies | Where-Object { $_['is_joined'] -eq 1 -and [int] $_['synchronization_state'] -ge $wanted })
        if ($partner.Count -gt 0 -and $whole.Count -eq $Order.databases.Count) {
            New-CwVerdict -Code 'CW2064' -Outcome 'done' -Message (
                "$server has a copy of each of the $($whole.Count) databases of $($Order.group).")
            return
        }
        if (-not (Test-CwTimeLeft -Wait $wait -Seconds 240)) {
            break
        }
        Start-Sleep -Seconds 5
    }
    if ($partner.Count -eq 0 -or [int] $partner[0]['connected_state'] -ne 1) {
        $told = 'no error was noted'
        if ($partner.Count -gt 0 -and $partner[0]['last_connect_error_number'] -isnot [DBNull]) {
            $told = "the last error is $($partner[0]['last_connect_error_number'])"
        }
        Stop-CwAction -Code 'CW2068' -Outcome 'retry' -Message (
            "$server isn't connected to $($Place.server) after 240 s: $told.")
    }
    $latest = @{}
    foreach ($seeding in @(Get-CwSeeding -Connection $Place.connection | Where-Object { $_.remote -eq $server })) {
        if (-not $latest.Contains($seeding.database)) {
            $latest[$seeding.database] = $seeding
        }
    }
    $failed = @($latest.Values | Where-Object { $_.state -eq 'FAILED' } |
            ForEach-Object { "$($_.database) ($($_.failure))" } | Sort-Object)
    if ($failed.Count -gt 0) {
        Stop-CwAction -Code 'CW2070' -Outcome 'partial' -Message (
            "Seeding to $server failed: $($failed -join ', ').")
    }
    $moved = @($latest.Values | Where-Object { $null -ne $_.bytesDone } | ForEach-Object {
            "$($_.database) $([Math]::Round($_.bytesDone / 1GB, 1)) of $([Math]::Round($_.bytesTotal / 1GB, 1)) GB" })
    Stop-CwAction -Code 'CW2069' -Outcome 'retry' -Message (
        "$($whole.Count) of $($Order.databases.Count) databases have their copy on $server. $($moved -join '; ')")
}
