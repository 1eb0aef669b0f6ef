"""CloudWatch's alarms: what they do when they go off. Metrics aren't modelled, so a test says when one does.

CloudWatch publishes for itself: the topic's policy must let it, and that of the topic's key. Where either doesn't,
nothing arrives and nothing fails but the action, which only the alarm's history tells.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from rehearsal.aws.api import clients
from rehearsal.aws.api import principal as principals
from rehearsal.aws.iam.authorizer import Authorizer, source_values
from rehearsal.aws.iam.evaluate import Request
from rehearsal.aws.kms.keys import Keys
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

CLOUDWATCH = "cloudwatch.amazonaws.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """One deployed alarm; `actions` are the ARNs that it tells."""

    name: str
    description: str
    actions: tuple[str, ...]

    @property
    def arn(self) -> str:
        """Its ARN."""
        return f"arn:{PARTITION}:cloudwatch:{REGION}:{ACCOUNT_ID}:alarm:{self.name}"


class Alarms:
    """All alarms of the account, by name."""

    def __init__(self, authorizer: Authorizer, keys: Keys) -> None:
        self._authorizer = authorizer
        self._keys = keys
        self.by_name: dict[str, Alarm] = {}

    def go_off(self, name: str) -> None:
        """The alarm goes from OK to ALARM."""
        alarm = self.by_name[name]
        for topic in alarm.actions:
            values = source_values(CLOUDWATCH, alarm.arn)
            request = Request(action="sns:Publish", resource=topic, values=values)
            if not self._authorizer.service_may(CLOUDWATCH, request):
                continue
            if not self._keys.service_may(CLOUDWATCH, "sns", "Publish", topic):
                continue
            message = {"AlarmName": name, "AlarmDescription": alarm.description, "NewStateValue": "ALARM"}
            with principals.acting_as(principals.service(CLOUDWATCH)):
                clients.shared_client("sns").publish(
                    TopicArn=topic, Subject=f"ALARM: {name}"[:99], Message=json.dumps(message)
                )
