"""What `make checkov` complains of; checkov itself is no part of the suite."""

from tests.unit.infra.checkov_report import complaints

EXCUSED = [{"finding": "CKV_1", "reason": "It is so."}]


def test_what_is_excused_is_no_complaint():
    assert complaints({"CKV_1 Encrypted": ["Topic"]}, 5, EXCUSED) == []


def test_another_finding_an_idle_exception_and_an_empty_run_are_complaints():
    [other, idle] = complaints({"CKV_2 Public": ["Queue", "Topic"]}, 5, EXCUSED)
    assert other == "CKV_2 Public: Queue, Topic" and idle.startswith("CKV_1 is excused")
    assert complaints({}, 0, []) == ["checkov looked at nothing"]
