"""Amazon SNS."""
