"""What a running script has: frames, scopes, pipelines, error handling."""
