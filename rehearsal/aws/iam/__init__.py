"""Decides whether a principal may make a call: IAM's evaluation over the synthesized policies."""
