"""AWS Service Quotas."""
