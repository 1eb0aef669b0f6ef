-- Where every file of the instance lies, tempdb's included; no row where not all of them can be seen.
SELECT mf.database_id, mf.physical_name
FROM sys.master_files AS mf
WHERE HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW ANY DEFINITION') = 1;
