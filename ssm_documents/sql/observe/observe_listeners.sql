-- Listeners of the groups here, and whether one of their addresses is ONLINE: of several subnets only one ever is.
SELECT LOWER(CAST(l.group_id AS nvarchar(36))) AS group_id,
       l.dns_name,
       MAX(CASE WHEN ip.state = 1 THEN 1 ELSE 0 END) AS is_online
FROM sys.availability_group_listeners AS l
LEFT JOIN sys.availability_group_listener_ip_addresses AS ip ON ip.listener_id = l.listener_id
GROUP BY l.group_id, l.dns_name
ORDER BY l.dns_name;
