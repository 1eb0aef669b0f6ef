-- The endpoint of Availability Groups: state 0 is STARTED. No row: there is none, or the right to see it is missing.
SELECT e.name, e.state, t.port
FROM sys.database_mirroring_endpoints AS e
JOIN sys.tcp_endpoints AS t ON t.endpoint_id = e.endpoint_id;
