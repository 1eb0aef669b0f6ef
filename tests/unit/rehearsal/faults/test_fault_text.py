"""What people write as a fault: read, checked, and answered with what was probably meant."""

from __future__ import annotations

import pytest

from rehearsal.faults import POINTS, FaultError, fault_from_fields, fault_from_text, fault_text
from rehearsal.kernel.faults import Fault, FaultKind


def test_point_kind_and_fields_are_read_with_their_types():
    fault = fault_from_text("storage.repair hang node=SALES1 after=0.6 seconds=90 occurrence=2 count=3")
    assert fault == Fault(
        point="storage.repair", kind=FaultKind.HANG, where={"node": "SALES1"}, after=0.6, seconds=90.0, occurrence=2,
        count=3,
    )  # fmt: skip


def test_a_point_may_hold_blanks_and_a_value_in_quotes_too():
    fault = fault_from_text("event.EC2 Instance State-change Notification lost state=stopped")
    assert (fault.point, fault.where) == ("event.EC2 Instance State-change Notification", {"state": "stopped"})
    assert fault_from_text("task.start fail task='My task'").where == {"task": "My task"}


@pytest.mark.parametrize(
    "text",
    [
        "storage.repair fail node=SALES1 after=0.6 error=2",
        "instance.power kill node=SALES2 delay=30 when=EvacuateCache",
        "event.Tag Change on Resource repeat times=3",
        "host.clock late node=SALES1 seconds=-90",
        "process.statement kill script=worker line=12 after=1",
        "api.ec2.StopInstances fail count=2 error=RequestLimitExceeded",
        "task.start fail task='My task'",
    ],
)
def test_what_is_written_from_a_fault_reads_as_the_same_fault(text):
    fault = fault_from_text(text)
    assert fault_from_text(fault_text(fault)) == fault


def test_yaml_and_command_line_give_the_same_fault():
    shape = {"point": "storage.repair", "kind": "fail", "node": "SALES1", "after": 0.6, "count": 3}
    assert fault_from_fields(shape) == fault_from_text("storage.repair fail node=SALES1 after=0.6 count=3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("storage.repar fail", "nearest: storage.repair"),
        ("api.ec2.StopInstance fail", "nearest: api.ec2.StopInstances"),
        ("event.EC2 Instance State-change Notificaton lost", "nearest: event.EC2 Instance State-change Notification"),
        ("storage.repair faill", "nearest: fail"),
        ("event.Tag Change on Resource kill", "there is: late, lost, repeat"),
        ("storage.repair fail nod=SALES1", "nearest: node"),
        ("storage.repair late after=0.5 seconds=3", "no field"),
        ("storage.repair", "names no kind; storage.repair takes fail, hang"),
        ("fail", "names no point"),
        ("", "names no point"),
        ("host.clock late", "needs seconds="),
        ("storage.repair fail after=1.5", "from 0 to 1"),
        ("storage.repair fail after=much", "a number is expected"),
        ("storage.repair fail error=much", "a whole number"),
        ("storage.repair fail occurrence=0", "not below 1"),
        ("storage.repair fail node=A node=B", "given twice"),
        ("storage.repair fail SALES1", "no field=value"),
        ("storage.repair fail node='SALES1", "No closing quotation"),
        ("storage.repair kill error=targt", "nearest: target"),
        ("state.EvacuateCache kill moment=leaving", "value of moment"),
        ("instance.power kill delay=-1", "not fewer than 0"),
        ("instance.power kill count=2", "no field"),
        ("storage.repair fail when=EvacuateCache", "no field"),
    ],
)
def test_a_fault_that_cannot_be_planned_is_refused_with_the_nearest_name(text, said):
    with pytest.raises(FaultError) as refused:
        fault_from_text(text)
    assert said in str(refused.value)


def test_an_unknown_name_says_where_all_names_are():
    with pytest.raises(FaultError, match="--list-faults"):
        fault_from_text("nonsense fail")


def test_every_kind_of_every_point_can_be_written():
    for point in POINTS:
        name = point.name.partition("<")[0]
        if point.is_family:
            name += point.choices()[0] if point.choices is not None else "anything"
        for kind, effect in point.effects.items():
            fields = [f"{field}={sample(field, effect.errors)}" for field in effect.takes]
            fault = fault_from_text(" ".join([name, kind.value, *fields]))
            assert fault_from_text(fault_text(fault)) == fault


def sample(field: str, errors: tuple[str, ...]) -> str:
    if field == "error" and errors:
        return errors[0]
    return "0.5" if field == "after" else "3"
