"""CloudWatch's alarms: what they do when they go off, and which there are. Metrics aren't modelled, so a test says when
one does.

Where CloudWatch may not publish, nothing fails but the action, which only the alarm's history tells.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rehearsal.aws.api.errors import ApiError, UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.aws.sns.service_messages import ServiceMessages
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

CLOUDWATCH = "cloudwatch.amazonaws.com"
ALARMS_USUAL, ALARMS_MAX = 50, 100
"""Records of one DescribeAlarms without and with MaxRecords, at most (CloudWatch API reference)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """One alarm; `actions` are the ARNs that it tells, `dimensions` those of its metric.

    `enabled`: whether it acts at all.
    """

    name: str
    description: str
    actions: tuple[str, ...]
    dimensions: Mapping[str, str] = field(default_factory=dict)
    ok_actions: tuple[str, ...] = ()
    insufficient_data_actions: tuple[str, ...] = ()
    enabled: bool = True

    @property
    def arn(self) -> str:
        """Its ARN."""
        return f"arn:{PARTITION}:cloudwatch:{REGION}:{ACCOUNT_ID}:alarm:{self.name}"


class Alarms:
    """All alarms of the account, by name."""

    def __init__(self, messages: ServiceMessages) -> None:
        self._messages = messages
        self.by_name: dict[str, Alarm] = {}

    @property
    def operations(self) -> Mapping[str, Handler]:
        """CloudWatch's API as far as it is modelled."""
        return {"DescribeAlarms": self.describe_alarms}

    def describe_alarms(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """All metric alarms, `MaxRecords` of them in one answer."""
        if unknown := sorted(parameters.keys() - {"MaxRecords", "NextToken"}):
            raise UnsupportedError(f"cloudwatch:DescribeAlarms with {', '.join(unknown)}")
        most = int(parameters.get("MaxRecords", ALARMS_USUAL))
        if not 1 <= most <= ALARMS_MAX:
            raise ApiError("ValidationError", f"MaxRecords is {most}, expected 1 to {ALARMS_MAX}")
        found = list(self.by_name.values())
        first = int(parameters.get("NextToken", "0"))
        answer: dict[str, Any] = {
            "MetricAlarms": [
                {
                    "AlarmName": each.name,
                    "AlarmArn": each.arn,
                    "ActionsEnabled": each.enabled,
                    "AlarmActions": list(each.actions),
                    "OKActions": list(each.ok_actions),
                    "InsufficientDataActions": list(each.insufficient_data_actions),
                    "Dimensions": [{"Name": name, "Value": value} for name, value in each.dimensions.items()],
                }
                for each in found[first : first + most]
            ]
        }
        return answer if len(found) <= first + most else {**answer, "NextToken": str(first + most)}

    def go_off(self, name: str) -> None:
        """The alarm goes from OK to ALARM."""
        alarm = self.by_name[name]
        for topic in alarm.actions:
            message = {"AlarmName": name, "AlarmDescription": alarm.description, "NewStateValue": "ALARM"}
            self._messages.publish(
                CLOUDWATCH, alarm.arn, topic=topic, subject=f"ALARM: {name}"[:99], message=json.dumps(message)
            )
