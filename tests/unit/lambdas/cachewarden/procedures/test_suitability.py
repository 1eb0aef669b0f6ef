"""Instances that CacheWarden can't operate, or can't protect."""

from typing import Any

from cachewarden.codes import Code
from cachewarden.procedures.decision import Complete, Execute, Refuse
from tests.unit.lambdas.situations import LEASED, decided


def spot(evidence: dict[str, Any]) -> None:
    evidence["replicas"][0]["ec2"] |= {
        "unsuitable": "is a Spot instance: EC2 can interrupt it at any time",
        "protectable": False,
        "stopProtected": False,
    }


def member(evidence: dict[str, Any]) -> None:
    evidence["replicas"][0]["ec2"] |= {"unsuitable": "is a member of a group", "stopProtected": False}


def test_a_stop_of_a_spot_instance_is_refused_and_protection_isn_t_tried():
    decision = decided(edit=spot, goal="Stopped", attempts={})
    assert isinstance(decision, Refuse) and decision.code is Code.INSTANCE_NOT_SUITABLE, decision
    assert "can neither protect nor stop it" in decision.sentence


def test_a_group_s_member_is_protected_before_its_stop_is_refused():
    decision = decided(edit=member, goal="Stopped", **LEASED)
    assert isinstance(decision, Execute) and decision.action == "SetProtection", decision


def test_a_spot_instance_comes_back_into_service_and_is_not_called_protected():
    decision = decided(edit=spot, goal="InService", **LEASED)
    assert isinstance(decision, Complete), decision
    assert "not stop-protected: EC2 doesn't allow it here" in decision.sentence
