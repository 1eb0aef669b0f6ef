function Get-CwUntriedFact {
    <#
    .SYNOPSIS
        Names the facts that a script on one node, in one boot of Windows, doesn't see, each with why.
    .PARAMETER Fact
        What was seen.
    .OUTPUTS
        System.String: not tried: name: why
    .EXAMPLE
        Get-CwUntriedFact -Fact $fact
    .NOTES
        A test compares the names with those of the rehearsal's model.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $stop = 'it takes a stop of the instance, or a disk that is lost: CacheWarden-RecordRestartFacts'
    $restart = 'it takes a restart of Windows: CacheWarden-RecordRestartFacts'
    $cluster = 'it takes a failover cluster: CacheWarden-RecordPairFacts'
    $fast = 'the cache had moved before one could look'
    $why = [ordered] @{
        'retiring_moves' = 'no job was listed, and Windows counts no cache'
        'removal_with_extents' = $fast
        'repair_returns' = $fast
        'lists_jobs' = $fast
        'repair_shows_in_service' = $fast
        'lost_reason_is_incomplete' = $stop
        'detached_health_is_unhealthy' = $stop
        'lost_while_attached_is_no_redundancy' = $stop
        'lost_member_keeps_serial' = $stop
        'missing_disks_are_retired' = $stop
        'quorum_count' = $stop
        'quorum_tie_keeps_pool' = $stop
        'read_only_needs_clearing' = $stop
        'late_disk_recovery' = $stop
        'failed_attach_sets_manual_attach' = $stop
        'lost_attach_error' = $stop
        'repair_resumes_after_boot' = $restart
        'cluster_view' = $cluster
        'automatic_clustering' = $cluster
        'removed_disk_is_listed_until_refresh' = 'it takes minutes in which nothing looks for disks again'
        'cached_space_grows' = 'the trial makes nothing larger'
        'member_of_another_moment_is_taken_in' = 'it takes disks from snapshots of two moments'
        'repair_at_limit' = 'it takes more writes than a move leaves room for'
        'space_disk' = 'the new disk was offline, whether every start brings it up so takes a restart of Windows'
        'language' = 'health is worded in another language than the model knows'
        'device_names' = 'the disks have names that the model does not know'
        'repair_job_name' = 'no job was listed'
        'removal_refused_error' = 'no removal was refused'
        'leaving_reverts_names' = 'the disk did not leave the pool'
    }
    foreach ($name in $why.Keys) {
        if (-not $Fact.Contains($name)) {
            "not tried: storage.${name}: $($why[$name])"
        }
    }
    'not tried: ec2.*, ssm.*: a script in one boot of a node does not see them'
    'not tried: sql.*: they take SQL Server, most of them a pair of replicas: CacheWarden-RecordPairFacts'
}
