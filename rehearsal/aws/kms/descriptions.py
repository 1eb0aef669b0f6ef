"""DescribeKey of the keys that volumes are encrypted with; as with a default key policy, IAM decides who may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.gateway import Handler
from rehearsal.world.context import ACCOUNT_ID
from rehearsal.world.ec2.disks import AWS_EBS_KEY
from rehearsal.world.ec2.instances import Ec2World


class KeyDescriptions:
    """The one call that reads keys."""

    def __init__(self, world: Ec2World) -> None:
        self._world = world

    @property
    def operations(self) -> Mapping[str, Handler]:
        """By AWS's name."""
        return {"DescribeKey": self.describe_key}

    def describe_key(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """By ARN; one that no volume has isn't known here."""
        used = (each.key for each in self._world.volumes.values() if each.key is not None)
        keys = {key.arn: key for key in (AWS_EBS_KEY, *used)}
        key = keys.get(parameters["KeyId"])
        if key is None:
            raise ApiError("NotFoundException", f"Key '{parameters['KeyId']}' does not exist")
        return {
            "KeyMetadata": {
                "AWSAccountId": ACCOUNT_ID,
                "KeyId": key.arn.rpartition("/")[2],
                "Arn": key.arn,
                "KeyManager": key.manager,
                "KeyState": key.state,
                "Enabled": key.state == "Enabled",
            }
        }
