"""Builds the SSM documents from ssm_documents/ without knowing CDK."""
