-- Takes a database whose files are lost out of its group and drops it here; the signed procedure checks everything again.
EXECUTE master.dbo.CacheWardenDropLostDatabase @group_database_id = {DatabaseId};
