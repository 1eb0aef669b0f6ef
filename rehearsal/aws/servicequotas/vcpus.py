"""The account's quota of vCPUs, and CloudWatch's metric of what is used of it [ec2#vcpu-quota]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.api.gateway import Handler
from rehearsal.world.ec2.instances import Ec2World, InstanceState

STANDARD = "L-1216C47A"
NAMESPACE, METRIC, STATISTIC = "AWS/Usage", "ResourceCount", "Maximum"
DIMENSIONS = {"Service": "EC2", "Type": "Resource", "Resource": "vCPU", "Class": "Standard/OnDemand"}


class VcpuQuota:
    """That of running On-Demand instances of the standard families: all types here are of one."""

    def __init__(self, world: Ec2World) -> None:
        self._world = world

    @property
    def operations(self) -> Mapping[str, Handler]:
        """Of Service Quotas, by AWS's name."""
        return {"GetServiceQuota": self.get_service_quota}

    @property
    def metrics(self) -> Mapping[str, Handler]:
        """Of CloudWatch, likewise."""
        return {"GetMetricStatistics": self.get_metric_statistics}

    def get_service_quota(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The one quota that is known here."""
        if (parameters["ServiceCode"], parameters["QuotaCode"]) != ("ec2", STANDARD):
            raise UnsupportedError(f"servicequotas:GetServiceQuota of {parameters['QuotaCode']}")
        metric = {
            "MetricNamespace": NAMESPACE,
            "MetricName": METRIC,
            "MetricDimensions": DIMENSIONS,
            "MetricStatisticRecommendation": STATISTIC,
        }
        quota = {
            "ServiceCode": "ec2",
            "QuotaCode": STANDARD,
            "Value": float(self._world.vcpu_quota),
            "UsageMetric": metric,
        }
        return {"Quota": quota}

    def get_metric_statistics(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """What is used now, as the newest value."""
        asked = {each["Name"]: each["Value"] for each in parameters["Dimensions"]}
        if (parameters["Namespace"], parameters["MetricName"], asked) != (NAMESPACE, METRIC, DIMENSIONS):
            raise UnsupportedError(f"cloudwatch:GetMetricStatistics of {parameters['MetricName']}")
        running = (each for each in self._world.instances.values() if each.state is InstanceState.RUNNING)
        used = float(self._world.vcpus_elsewhere + sum(each.type.vcpus for each in running))
        return {
            "Label": METRIC,
            "Datapoints": [{"Timestamp": self._world.clock.now(), STATISTIC: used, "Unit": "None"}],
        }
