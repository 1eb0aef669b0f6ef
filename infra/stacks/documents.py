"""Command documents that aren't in the host stack: what builds Availability Groups, and what records facts."""

import aws_cdk as cdk
from constructs import Construct

from infra.constructs.document import Document
from infra.documents.builder import build_documents

GROUP_CREATION = frozenset({"build_availability_group", "install_bundle_group_creation"})
FACTS = frozenset({"record_host_facts", "record_pair_facts", "record_restart_facts"})
"""For disposable nodes; they carry all that they call."""


class DocumentStack(cdk.Stack):
    """Stacks of their own: the host stack is near the size that a template may have (checks/documents/sizes.py)."""

    def __init__(self, scope: Construct, construct_id: str, *, description: str, stems: frozenset[str]) -> None:
        super().__init__(scope, construct_id, description=description)
        for document in build_documents().values():
            if document.kind == "Command" and document.stem in stems:
                Document(
                    self, document.name.replace("-", ""), name=document.name, kind="Command", content=document.content
                )
