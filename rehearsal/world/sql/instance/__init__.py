"""A SQL Server instance."""
