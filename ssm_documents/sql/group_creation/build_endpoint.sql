-- The endpoint of Availability Groups with all that partners depend on. Wanted: state 0 STARTED, role 3 ALL, connection_auth
-- 3 WINDOWS NEGOTIATE, encryption_algorithm 2 AES. No row: there is none.
SELECT e.name, e.state, t.port, e.role, e.connection_auth, e.encryption_algorithm
FROM sys.database_mirroring_endpoints AS e
JOIN sys.tcp_endpoints AS t ON t.endpoint_id = e.endpoint_id;
