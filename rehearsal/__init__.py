"""Runs everything that deploys, offline, in virtual time. Imported by nothing that ships to AWS."""
