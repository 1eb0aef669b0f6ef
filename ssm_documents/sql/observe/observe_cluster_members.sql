-- Nodes and witness with their votes.
SELECT m.member_name, m.member_type, m.member_state, m.number_of_quorum_votes
FROM sys.dm_hadr_cluster_members AS m
ORDER BY m.member_type, m.member_name;
