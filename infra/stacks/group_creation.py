"""What builds Availability Groups on the nodes, and what tries facts on a pair of them."""

import aws_cdk as cdk
from constructs import Construct

from infra.constructs.document import Document
from infra.documents.builder import build_documents

STEMS = frozenset({"build_availability_group", "install_bundle_group_creation", "record_pair_facts"})
"""Command documents of this stack; the host stack has the others."""


class GroupCreationStack(cdk.Stack):
    """A stack of its own: the host stack is near the size that a template may have (checks/documents/sizes.py)."""

    def __init__(self, scope: Construct, construct_id: str, *, description: str) -> None:
        super().__init__(scope, construct_id, description=description)
        for document in build_documents().values():
            if document.kind == "Command" and document.stem in STEMS:
                Document(
                    self, document.name.replace("-", ""), name=document.name, kind="Command", content=document.content
                )
