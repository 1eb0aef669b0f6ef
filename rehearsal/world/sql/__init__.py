"""Failover cluster, SQL Server instances, Availability Groups, and the client that host scripts use."""
