"""Which version of a document is deployed."""

from __future__ import annotations

from adapters.clients import ssm


def default_version(document: str) -> str:
    """Number of the default version: what a deployment makes, and what whoever names no version starts."""
    return ssm().describe_document(Name=document)["Document"]["DefaultVersion"]
