"""The CDK app that deploys CacheWarden."""
