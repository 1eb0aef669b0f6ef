"""The modelled reality: EC2 instances, Windows, Storage Spaces, SQL Server. It knows nothing of our product."""
