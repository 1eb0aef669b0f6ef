-- What CacheWarden-BuildAvailabilityGroup needs besides grant_rights.sql, for the time of the build alone: CREATE AVAILABILITY
-- GROUP takes membership in sysadmin. Run it as a member of sysadmin on each instance that becomes a replica.
ALTER SERVER ROLE sysadmin ADD MEMBER [NT AUTHORITY\SYSTEM];

-- Take it back as soon as the group is built:
--   ALTER SERVER ROLE sysadmin DROP MEMBER [NT AUTHORITY\SYSTEM];
