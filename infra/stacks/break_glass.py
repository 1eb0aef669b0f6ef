"""What acts on a node when the rest of CacheWarden doesn't work: CacheWarden-BreakGlass, its role and its commands."""

from collections.abc import Iterable

import aws_cdk as cdk
from constructs import Construct

from infra.constructs.automations import Automations
from infra.constructs.document import Document
from infra.documents.builder import BuiltDocument


class BreakGlassStack(cdk.Stack):
    """One stack, which CloudFormation rolls back as a whole: after any failure the document and its commands agree.

    It names nothing of another stack but the topic, by its name.
    """

    def __init__(
        self, scope: Construct, construct_id: str, *, description: str, documents: Iterable[BuiltDocument]
    ) -> None:
        """`documents`: those that break the glass."""
        super().__init__(scope, construct_id, description=description)
        built = list(documents)
        Automations(self, "Automations", documents=built)
        for document in built:
            if document.kind == "Command":
                Document(
                    self, document.name.replace("-", ""), name=document.name, kind="Command", content=document.content
                )
