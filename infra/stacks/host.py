"""What the nodes run: Command documents, and the policy of their instance profile."""

import aws_cdk as cdk
from constructs import Construct

from infra.constructs.document import Document
from infra.constructs.node_policy import NodePolicy
from infra.documents.builder import build_documents
from infra.stacks.documents import FACTS, GROUP_CREATION


class HostStack(cdk.Stack):
    """A stack of its own, since the scripts make it large (a template may be 1 MB, CloudFormation quotas)."""

    def __init__(self, scope: Construct, construct_id: str, *, description: str) -> None:
        super().__init__(scope, construct_id, description=description)
        NodePolicy(self, "Node")
        for document in build_documents().values():
            if document.kind == "Command" and document.stem not in GROUP_CREATION | FACTS:
                Document(
                    self, document.name.replace("-", ""), name=document.name, kind="Command", content=document.content
                )
