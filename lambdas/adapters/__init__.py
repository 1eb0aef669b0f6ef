"""Every call to AWS."""
