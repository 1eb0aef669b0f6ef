"""How long AWS takes for what it does: named settings with their source and how sure it is.

Seconds throughout. `sampled` stretches a latency by the run's seeded generator, so that orders of arrival differ from
seed to seed; with `spread` 0 every latency is exactly as stated.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any


class Certainty(StrEnum):
    """How a figure is known."""

    DOCUMENTED = "documented"
    REPORTED = "reported"
    ESTIMATED = "estimated"


def _seconds(default: float, certainty: Certainty, source: str) -> Any:
    return field(default=default, metadata={"certainty": certainty, "source": source})


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    """Every latency of the model. A story overrides by name; the report prints those that aren't documented."""

    cloudtrail_delivery_s: float = _seconds(60, Certainty.REPORTED, "[events#trail-delay]: up to a few minutes")
    state_event_delivery_s: float = _seconds(1, Certainty.ESTIMATED, "EC2 state-change events: near real time")
    health_event_delivery_s: float = _seconds(5, Certainty.ESTIMATED, "AWS Health")
    eventbridge_to_target_s: float = _seconds(0.5, Certainty.DOCUMENTED, "EventBridge: about half a second")
    lambda_invoke_s: float = _seconds(0.1, Certainty.ESTIMATED, "warm Python function")
    lambda_cold_start_s: float = _seconds(0.8, Certainty.ESTIMATED, "Python 3.13 with Powertools layer")
    lambda_idle_until_cold_s: float = _seconds(600, Certainty.ESTIMATED, "execution environments live 5 to 15 minutes")
    api_call_s: float = _seconds(0.05, Certainty.ESTIMATED, "one AWS API call within the region")
    sfn_transition_s: float = _seconds(0.03, Certainty.ESTIMATED, "Step Functions, standard workflow")
    automation_step_s: float = _seconds(1, Certainty.ESTIMATED, "SSM Automation, between steps")
    automation_poll_s: float = _seconds(3, Certainty.ESTIMATED, "SSM Automation, watching what a step started")
    ssm_delivery_s: float = _seconds(1.5, Certainty.ESTIMATED, "SendCommand to an online agent")
    ssm_report_s: float = _seconds(1, Certainty.ESTIMATED, "agent's reply to GetCommandInvocation")
    powershell_start_s: float = _seconds(1.2, Certainty.ESTIMATED, "powershell.exe -NoProfile on Server 2022")
    agent_ping_s: float = _seconds(300, Certainty.DOCUMENTED, "agent health update every five minutes")
    agent_connection_lost_s: float = _seconds(30, Certainty.ESTIMATED, "until PingStatus reads ConnectionLost")
    agent_online_after_boot_s: float = _seconds(30, Certainty.ESTIMATED, "EC2Launch v2 starts it in PostReady")
    ec2_pending_s: float = _seconds(12, Certainty.ESTIMATED, "StartInstances to `running`")
    ec2_boot_s: float = _seconds(150, Certainty.REPORTED, "`running` to Windows with its services up")
    windows_shutdown_s: float = _seconds(45, Certainty.ESTIMATED, "orderly shutdown, SQL Server already stopped")
    windows_reboot_s: float = _seconds(120, Certainty.ESTIMATED, "restart from inside, NVMe kept")
    ec2_hard_shutdown_s: float = _seconds(240, Certainty.DOCUMENTED, "[ec2#shutdown-time]: within a few minutes")
    ec2_stop_release_s: float = _seconds(15, Certainty.ESTIMATED, "guest is off until `stopped`")
    stop_protection_visible_s: float = _seconds(0, Certainty.DOCUMENTED, "[ec2#eventually-consistent]")
    snapshot_s: float = _seconds(300, Certainty.ESTIMATED, "EBS snapshot until completed")
    ebs_attach_s: float = _seconds(5, Certainty.ESTIMATED, "AttachVolume until `attached`")
    ebs_detach_s: float = _seconds(5, Certainty.ESTIMATED, "DetachVolume of a stopped instance until `available`")
    status_check_s: float = _seconds(180, Certainty.ESTIMATED, "`initializing` after a start: a few minutes")
    spread: float = field(default=0.15, metadata={"certainty": Certainty.ESTIMATED, "source": "± share of each"})

    @classmethod
    def uncertain(cls) -> tuple[str, ...]:
        """Names of the figures that no document of AWS states."""
        return tuple(f.name for f in fields(cls) if f.metadata["certainty"] is not Certainty.DOCUMENTED)
