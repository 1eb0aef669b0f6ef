"""Amazon EventBridge."""
