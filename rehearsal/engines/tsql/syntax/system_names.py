"""System objects that SQL Server has and the reference lacks: reading one is a refusal, not error 208.

Source: System Catalog Views and System Dynamic Management Views (Transact-SQL), 2012 to 2022; those that scripts read.
"""

from __future__ import annotations

_NAMES = """
all_columns all_objects all_parameters all_sql_modules all_views allocation_units assemblies asymmetric_keys
backup_devices change_tracking_databases change_tracking_tables check_constraints column_master_keys columns
computed_columns credentials data_spaces database_audit_specifications
database_automatic_tuning_options database_credentials database_permissions database_principals
database_query_store_options database_recovery_status database_role_members database_scoped_configurations
database_scoped_credentials databases_files default_constraints dm_audit_actions dm_broker_connections
dm_clr_appdomains dm_cluster_endpoints dm_database_replica_states dm_db_database_page_allocations
dm_db_file_space_usage dm_db_index_operational_stats dm_db_index_physical_stats dm_db_index_usage_stats dm_db_log_info
dm_db_mirroring_connections dm_db_missing_index_details dm_db_page_info dm_db_partition_stats
dm_db_persisted_sku_features dm_db_session_space_usage dm_db_stats_properties dm_db_task_space_usage
dm_exec_background_job_queue dm_exec_cached_plans dm_exec_connections dm_exec_input_buffer dm_exec_plan_attributes
dm_exec_procedure_stats dm_exec_query_memory_grants dm_exec_query_plan dm_exec_query_profiles dm_exec_query_stats
dm_exec_session_wait_stats dm_exec_sql_text dm_exec_text_query_plan dm_hadr_ag_threads
dm_hadr_cached_database_replica_states dm_hadr_cached_replica_states dm_hadr_cluster_networks dm_hadr_db_threads
dm_hadr_instance_node_map dm_hadr_name_id_map dm_io_backup_tapes dm_io_cluster_shared_drives
dm_io_cluster_valid_path_names dm_io_pending_io_requests dm_os_buffer_descriptors
dm_os_buffer_pool_extension_configuration dm_os_child_instances dm_os_cluster_nodes dm_os_cluster_properties
dm_os_dispatcher_pools dm_os_enumerate_fixed_drives dm_os_enumerate_filesystem dm_os_host_info
dm_os_hosts dm_os_latch_stats dm_os_loaded_modules dm_os_memory_brokers dm_os_memory_cache_counters
dm_os_memory_clerks dm_os_memory_objects dm_os_nodes dm_os_process_memory dm_os_ring_buffers dm_os_schedulers
dm_os_server_diagnostics_log_configurations dm_os_spinlock_stats dm_os_stacks dm_os_sys_memory dm_os_tasks
dm_os_threads dm_os_wait_stats dm_os_waiting_tasks dm_os_windows_info dm_os_workers
dm_resource_governor_resource_pools dm_server_audit_status dm_server_memory_dumps dm_server_registry
dm_tcp_listener_states dm_tran_active_snapshot_database_transactions dm_tran_active_transactions
dm_tran_current_transaction dm_tran_database_transactions dm_tran_locks dm_tran_persistent_version_store_stats
dm_tran_session_transactions dm_tran_version_store_space_usage dm_xe_session_targets dm_xe_sessions
endpoint_webmethods event_notifications events extended_properties filegroups fn_dblog fn_my_permissions
fn_trace_gettable fn_virtualfilestats fn_xe_file_target_read_file foreign_key_columns foreign_keys fulltext_catalogs
http_endpoints identity_columns index_columns indexes key_constraints key_encryptions linked_logins login_token
master_key_passwords messages objects openkeys parameters partitions procedures query_store_query remote_logins
resource_governor_configuration schemas securable_classes security_policies sequences server_assembly_modules
server_audit_specifications server_audits server_event_sessions server_file_audits
server_memory_optimized_hybrid_buffer_pool_configuration server_role_members server_sql_modules server_trigger_events
server_triggers servers service_broker_endpoints soap_endpoints sql_dependencies sql_expression_dependencies
sql_logins sql_modules stats symmetric_keys synonyms sysaltfiles syscacheobjects syscolumns sysconfigures sysdatabases
sysfiles sysindexes syslogins sysmessages sysobjects sysperfinfo sysprocesses system_columns system_objects
system_sql_modules system_views sysusers table_types tables time_zone_info traces trigger_events triggers types
user_token views xml_indexes
"""
_OTHERS = frozenset(_NAMES.split())
_MSDB_NAMES = """
backupfile backupfilegroup backupmediafamily backupmediaset restorefile restorehistory suspect_pages sysalerts
syscategories sysjobactivity sysjobhistory sysjobs sysjobschedules sysjobservers sysjobsteps sysmail_profile
sysoperators sysschedules syssessions
"""
_MSDB = frozenset(_MSDB_NAMES.split())


def exists_elsewhere(parts: tuple[str, ...], database: str) -> bool:
    """Is this the name of a system object that SQL Server has, though the reference doesn't describe it?"""
    folded = [part.lower() for part in parts]
    schema = folded[-2] if len(folded) > 1 else "dbo"
    where = folded[-3] if len(folded) > 2 and folded[-3] else database.lower()
    if schema == "sys":
        return folded[-1] in _OTHERS
    if schema == "information_schema":
        return True
    return where == "msdb" and schema in ("dbo", "") and folded[-1] in _MSDB
