-- What a Windows account may do at the endpoint here. No row: it has no login. state G or W: granted; D: denied; NULL: neither.
SELECT p.is_disabled,
       (SELECT MAX(sp.state)
        FROM sys.server_permissions AS sp
        JOIN sys.database_mirroring_endpoints AS e ON e.endpoint_id = sp.major_id
        WHERE sp.class = 105 AND sp.permission_name = N'CONNECT'
          AND sp.grantee_principal_id = p.principal_id) AS state
FROM sys.server_principals AS p
WHERE p.name = @account;
