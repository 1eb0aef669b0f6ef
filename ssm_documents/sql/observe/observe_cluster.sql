-- The failover cluster. No row: this node has no quorum, or there is no cluster.
SELECT c.cluster_name, c.quorum_type, c.quorum_state
FROM sys.dm_hadr_cluster AS c;
