-- This instance's own replica of each group: its role, whether it is connected to the primary, and the primary that the
-- cluster last wrote down.
SELECT ag.name,
       COALESCE(ars.role, 0) AS role,
       COALESCE(ars.connected_state, 0) AS connected_state,
       ags.primary_replica
FROM sys.availability_groups AS ag
LEFT JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.group_id = ag.group_id AND ars.is_local = 1
LEFT JOIN sys.dm_hadr_availability_group_states AS ags ON ags.group_id = ag.group_id
ORDER BY ag.name;
