"""AWS Lambda."""
