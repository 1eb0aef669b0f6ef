-- Who is allowed (G, W) or denied (D) to connect to the endpoint; class 105 is ENDPOINT. Its owner and sysadmin need no
-- grant and have no row.
SELECT p.name, sp.state
FROM sys.server_permissions AS sp
JOIN sys.database_mirroring_endpoints AS e ON e.endpoint_id = sp.major_id
JOIN sys.server_principals AS p ON p.principal_id = sp.grantee_principal_id
WHERE sp.class = 105 AND sp.permission_name = N'CONNECT'
ORDER BY p.name;
