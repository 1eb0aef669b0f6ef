"""The failover cluster and Availability Groups."""
