"""Of a campaign the suite runs a fixed part; of many cases in one test each failure is named."""

from __future__ import annotations

import pytest

from tests import campaigns
from tests.campaigns import examples, part
from tests.in_one_test import in_one_test


def test_the_part_is_the_same_each_time_in_order_and_another_for_another_campaign(monkeypatch):
    monkeypatch.setattr(campaigns, "WHOLE", False)
    drawn = part(range(1000), 10, of="a")
    assert drawn == part(iter(range(1000)), 10, of="a") == sorted(drawn) and len(drawn) == 10
    assert drawn != part(range(1000), 10, of="b")
    assert part(range(3), 10, of="a") == [0, 1, 2]
    assert examples(100) == 20


def test_the_campaign_is_whole(monkeypatch):
    monkeypatch.setattr(campaigns, "WHOLE", True)
    assert part(range(1000), 10, of="a") == [*range(1000)]
    assert examples(100) == 100


def test_each_case_that_fails_is_named():
    @in_one_test("number", range(5), ids=lambda number: f"case {number}")
    def test_it(number, fixture):
        if number == 3:
            with pytest.raises(ValueError):
                assert fixture
        assert number != 1, "planted"

    with pytest.raises(pytest.fail.Exception) as raised:
        test_it(fixture=True)
    assert str(raised.value).startswith("2 of 5 cases fail:\ncase 1: AssertionError: planted")
    assert "case 3: Failed: DID NOT RAISE" in str(raised.value)


def test_no_case_at_all_is_a_failure():
    with pytest.raises(AssertionError):
        in_one_test("number", [])(lambda number: None)()
