"""Messages that an AWS service publishes for itself: the topic's policy must let it, and that of the topic's key.

Where either doesn't, nothing arrives and no caller sees an error.
"""

from __future__ import annotations

from rehearsal.aws.api import clients
from rehearsal.aws.api import principal as principals
from rehearsal.aws.iam.authorizer import Authorizer, source_values
from rehearsal.aws.iam.evaluate import Request
from rehearsal.aws.kms.keys import Keys


class ServiceMessages:
    """What services publish in one account."""

    def __init__(self, authorizer: Authorizer, keys: Keys) -> None:
        self._authorizer = authorizer
        self._keys = keys

    def publish(self, service: str, source_arn: str, *, topic: str, subject: str, message: str) -> None:
        """`service` publishes on behalf of `source_arn`, if it may."""
        request = Request(action="sns:Publish", resource=topic, values=source_values(service, source_arn))
        if not self._authorizer.service_may(service, request):
            return
        if not self._keys.service_may(service, "sns", "Publish", topic):
            return
        with principals.acting_as(principals.service(service)):
            clients.shared_client("sns").publish(TopicArn=topic, Subject=subject, Message=message)
