"""Executes SSM Automation runbooks (schema 0.3): parsed once, steps in simulated time, API calls through boto3."""
