"""What T-SQL statements do to an instance and its groups."""
