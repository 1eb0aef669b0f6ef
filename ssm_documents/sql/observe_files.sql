-- Databases with files on the data or tempdb drive; tempdb itself (2) isn't counted. System databases are 1, 3 and 4.
SELECT COUNT(DISTINCT CASE WHEN mf.database_id IN (1, 3, 4) THEN mf.database_id END) AS system_databases,
       COUNT(DISTINCT CASE WHEN mf.database_id > 4 THEN mf.database_id END) AS user_databases
FROM sys.master_files AS mf
WHERE mf.physical_name LIKE @data_path OR mf.physical_name LIKE @tempdb_path;
