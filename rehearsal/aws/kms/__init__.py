"""AWS Key Management Service."""
