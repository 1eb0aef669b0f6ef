-- System databases (1, 3, 4) with files on the data drive or one that a stop destroys; others with files on such a drive.
-- UPPER: a server's collation may tell s: from S:, Windows doesn't.
SELECT COUNT(DISTINCT CASE WHEN mf.database_id <= 4 THEN mf.database_id END) AS system_databases,
       COUNT(DISTINCT CASE WHEN mf.database_id > 4
                            AND (UPPER(mf.physical_name) LIKE UPPER(@further_paths)
                                 OR (UPPER(mf.physical_name) LIKE UPPER(@tempdb_path) AND @tempdb_path <> @data_path))
                           THEN mf.database_id END) AS user_databases_on_tempdb,
       CAST(SERVERPROPERTY('IsClustered') AS int) AS is_clustered
FROM sys.master_files AS mf
WHERE mf.database_id <> 2
  AND (UPPER(mf.physical_name) LIKE UPPER(@data_path) OR UPPER(mf.physical_name) LIKE UPPER(@tempdb_path)
       OR UPPER(mf.physical_name) LIKE UPPER(@further_paths));
