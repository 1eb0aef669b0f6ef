function Test-CwLossFact {
    <#
    .SYNOPSIS
        Sees what a stop of the instance left of the cache on instance store, and of the pool that lost half its disks.
    .PARAMETER Trial
        Takes the facts.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwLossFact -Trial $trial -Node $node
    .NOTES
        Source: [write-cache#lost-cache-status], [windows#lost-member-serial], [storage-pools#missing-disk-retired],
        [storage-pools#manual-attach-set-by], [storage-pools#lost-attach-error], [storage-pools#quorum-tie],
        [windows#new-nvme-serial]. DetachedReason 3 is Majority Disks Unhealthy, 4 Incomplete; HealthStatus 2 is
        Unhealthy, 5 Unknown.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node
    )

    $space = Get-CwTrialSpace -Pool $Node.pools['cache']
    $worded = @{
        'storage.lost_reason_is_incomplete' = @{ value = $space.reason; yes = 4; no = 3 }
        'storage.detached_health_is_unhealthy' = @{ value = $space.health; yes = 2; no = 5 }
    }
    foreach ($name in $worded.Keys) {
        $each = $worded[$name]
        if (-not $space.detached) {
            $Trial.unseen[$name] = 'the virtual disk was attached although its cache was lost'
        }
        elseif ($each.value -in $each.yes, $each.no) {
            $Trial.fact[$name] = ConvertTo-CwFactWord -Seen ($each.value -eq $each.yes)
        }
        else {
            $Trial.unseen[$name] = "Windows says $($each.value), which the model does not know"
        }
    }
    $manual = 'storage.failed_attach_sets_manual_attach'
    $Trial.fact[$manual] = ConvertTo-CwFactWord -Seen ([bool] $space.instance.IsManualAttach)

    $lost = @(Get-CwTrialMember -Pool $Node.pools['cache'] | Where-Object { $_.uniqueId -eq $Trial.store[0] })
    $serial, $usage = 'storage.lost_member_keeps_serial', 'storage.missing_disks_are_retired'
    if ($lost.Count -eq 1) {
        $Trial.fact[$serial] = ConvertTo-CwFactWord -Seen ($lost[0].serial -ne '')
        $Trial.fact[$usage] = ConvertTo-CwFactWord -Seen ($lost[0].usage -eq (Get-CwStatusNumber).retired)
    }
    else {
        $Trial.unseen[$serial] = $Trial.unseen[$usage] = 'the pool does not list the lost disk'
    }
    $Trial.fact['storage.quorum_tie_keeps_pool'] = ConvertTo-CwFactWord -Seen (-not $Node.pools['half'].IsReadOnly)

    $same = @($Node.store | Where-Object { $Trial.serials -contains $_.serial })
    $Trial.fact['ec2.instance_store_serial_changes'] = ConvertTo-CwFactWord -Seen ($same.Count -eq 0)

    $attach = 'storage.lost_attach_error'
    if ($space.detached -and $PSCmdlet.ShouldProcess($space.instance.UniqueId, 'Attach')) {
        try {
            Connect-VirtualDisk -UniqueId $space.instance.UniqueId -ErrorAction Stop
        }
        catch {
            if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI (\d+),') {
                throw
            }
            $Trial.fact[$attach] = [int] $Matches[1]
            return
        }
    }
    $Trial.unseen[$attach] = 'it was attached'
}
