"""Uncertain facts and durations of SQL Server, Availability Groups and the failover cluster.

Every unconfirmed fact that the model depends on is a field here, which cites it; the procedure must
be right under every value. Seconds, kilobytes and kilobytes per second throughout.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlSettings:
    """One run's values; a story overrides by name."""

    # --- the instance ---
    collation: str = "SQL_Latin1_General_CP1_CI_AS"
    """Of the server and all its databases; a case-sensitive one (Latin1_General_CS_AS) makes names differ, too."""

    vcpus: int = 16
    memory_gib: int = 128
    """Of an r5d.4xlarge, as dm_os_sys_info shows them."""

    # --- the service ---
    service_start_s: float = 20.0
    service_stop_s: float = 15.0
    database_start_s: float = 1.5
    """From the running service to databases that are recovered or waiting for their role."""

    browser_runs: bool = False
    """SQL Server Browser, which hardening switches off: without it a client on another machine finds no named instance
    without its port. [sql-server#shared-memory]"""

    # --- replicas ---
    connect_s: float = 2.0
    """Until a secondary that came up (or lost its primary) is connected to the primary."""
    send_kb_s: float = 250_000.0
    """Log that a secondary behind receives in a second: AG traffic on a 10 Gbit/s node."""
    redo_kb_s: float = 51_000.0
    """As a field report has it. [availability-groups#redo]"""
    asynchronous_lag_s: float = 0.2
    """How far an asynchronous replica trails the primary at least: what an unplanned failover to it loses."""
    log_write_kb_s: float = 2_000.0
    """What one database's workload writes, where the story doesn't say."""
    volume_kb_per_log_kb: float = 2.0
    """What a data volume has to take for each KB of log: the log, and the pages later."""
    trailing_copy_s: float = 5.0
    """A copy that receives log and lacks no more than so much of the newest is a second copy that trails."""
    remote_database_state_visible: bool = False
    """database_state of a remote row on the primary: NULL, or the state. [availability-groups#remote-database-state]"""
    disconnected_replica_role: int = 0
    """role of a remote replica that isn't connected: 0 RESOLVING or 2 SECONDARY.
    [availability-groups#disconnected-role]"""
    cluster_states_of_all_replicas_on_secondary: bool = True
    """dm_hadr_database_replica_cluster_states on a secondary: rows of all replicas, or its own.
    [availability-groups#cluster-states-on-secondary]"""
    primary_replica_when_unknown: str | None = ""
    """primary_replica of a RESOLVING replica: empty, or NULL. [availability-groups#primary-when-resolving]"""

    ddl_s: float = 0.3
    """A change of configuration: the cluster's store is written on all nodes."""

    # --- failover ---
    failover_accept_s: float = 1.0
    """ALTER AVAILABILITY GROUP … FAILOVER until it returns."""
    role_change_s: float = 1.0
    """From accepted until the target owns the role."""
    recovery_base_s: float = 0.5
    """Recovery of a database with an empty redo queue."""
    old_primary_rejoin_s: float = 2.5
    """Until the former primary has restarted its databases as a secondary's."""
    failover_threshold: int = 1
    """Automatic failovers that WSFC allows within the period: 1, or one less than nodes.
    [failover-cluster#failover-threshold]"""
    failover_period_s: float = 6 * 3600.0
    failover_without_rights_error: int = 41104
    """What FAILOVER ends with when the cluster's login lacks its rights, after the message 41131: 41104, or 0 for no
    error at all. [sql-server#missing-cluster-rights]"""
    online_timeout_s: float = 30.0
    """How long FAILOVER waits before it gives up with 41131."""
    clean_stop_failover_s: float = 3.0
    """From a service stop on the primary to the automatic failover it causes."""
    role_restart_s: float = 180.0
    """So long WSFC tries to bring a role online where it was; then the role is Failed."""
    failed_role_retry_s: float = 0.0
    """After how long WSFC tries a group's Failed role again, 3600 as documented of resources; 0: it comes online as
    soon as its owner's SQL Server runs. [failover-cluster#failed-role]"""
    lease_timeout_s: float = 20.0
    """From a hung or crashed instance to the cluster's notice (lease, resource health check)."""
    node_failure_detection_s: float = 20.0
    """From a dead node to the cluster's notice (heartbeats)."""

    # --- cluster ---
    cluster_service_join_s: float = 8.0
    cluster_service_stop_s: float = 3.0
    dynamic_quorum: bool = True
    cluster_module: bool = True
    """Nodes have the Windows feature with the cluster's cmdlets (RSAT-Clustering-PowerShell)."""

    drain_shown_s: float = 3.0
    """After Suspend-ClusterNode -Drain, until the node's DrainStatus isn't 0 (not initiated) any more.
    [failover-cluster#drain-status]"""
    paused_node_takes_groups: bool = False
    """Whether a planned failover to a node that is paused in its cluster succeeds. [failover-cluster#paused-target]"""

    # --- database files ---
    running_volume_loss_state: str = "RECOVERY_PENDING"
    """State of a database whose files vanish while it runs: RECOVERY_PENDING or SUSPECT.
    [reseeding#running-loss-state]"""
    hadr_off_allowed_when_recovery_pending: bool = True
    """SET HADR OFF works on a database that could not be started; else error 35242. [reseeding#hadr-off-pending]"""
    suspension_survives_restart: bool = True
    """A database that was suspended since its files were away stays so after the restart that opens it, until RESUME.
    [reseeding#suspended-after-restart]"""

    recovery_pending_as_status: str = "SUSPECT"
    """DATABASEPROPERTYEX(…, 'Status') of a RECOVERY_PENDING database: SUSPECT or RECOVERY_PENDING.
    [reseeding#pending-status-word]"""

    # --- seeding ---
    seeding_bytes_s: float = 200_000_000.0
    seeding_begin_s: float = 5.0
    """From the trigger to the first bytes."""
    seeding_concurrency: int = 5
    seeding_grant_timeout_s: float = 60.0
    """Without CREATE ANY DATABASE the attempt fails after this time with failure_state 21."""
    seeding_restarts_after_drop: bool = True
    """Seeding begins by itself once the database was dropped on the secondary. [reseeding#seeding-restarts]"""

    create_any_database_granted: bool = False
    """Replicas that seeding may fill have the grant already, given when the group was made. [reseeding#grant-unseen]"""

    # --- log and backups ---
    log_max_kb: float = 64.0 * 1024 * 1024
    log_backup_interval_s: float = 900.0
    """0: there are no log backups."""
    backup_bytes_s: float = 300_000_000.0

    # --- rights ---
    missing_state_right_error: int = 300
    """DMVs without VIEW SERVER STATE: 300 with 297 behind it, or 297. [sql-server#missing-state-right]"""
