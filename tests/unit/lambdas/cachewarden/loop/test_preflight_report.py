"""What preflight reports beside its sentence: each finding with what to do, and the plan of a stop with its times."""

import pytest

from tests.unit.lambdas.loop_driver import decide_next, play, request
from tests.unit.lambdas.sales_cluster import CACHE_BYTES, Sales
from tests.unit.lambdas.situations import ASKED, host


def reported(sales: Sales, goal: str = "Preflight"):
    return play(sales, request(sales.one, goal, sales)).last["preflight"]


def test_a_node_that_could_be_stopped_is_a_go_with_the_plan_in_order():
    told = reported(Sales())

    assert told["go"] is True and told["findings"] == []
    assert [step["action"] for step in told["plan"]["stop"]] == [
        "HoldReplicaModes",
        "FailOverAvailabilityGroups",
        "StopSqlServer",
        "EvacuateCache",
        "StopInstance",
    ]
    assert [step["action"] for step in told["plan"]["back"]] == [
        "StartInstance",
        "StartSqlServer",
        "RestoreCache",
        "RestoreReplicaModes",
    ]
    assert told["plan"]["otherCopies"] == 1


def test_version_and_edition_of_every_instance_are_told_and_null_where_it_does_not_run():
    sales = Sales()
    sales.two.sql_running = False
    told = {each["node"].split()[0]: each for each in reported(sales)["instances"]}

    assert told["SALES1"]["version"] == "16.0.4105.2" and told["SALES1"]["edition"].startswith("Enterprise")
    assert told["SALES2"]["version"] is None and told["SALES2"]["edition"] is None


def test_policies_that_a_node_sees_broken_are_told_with_the_document_that_says_more():
    sales = Sales()
    assert not [each for each in reported(sales)["beside"] if each["code"] == "CW2046"]
    sales.policies_not_met = ["ReplicasConnected", "DatabasesMoving"]
    told = reported(sales)
    first, second = [each["sentence"] for each in told["beside"] if each["code"] == "CW2046"]
    assert first.startswith("SALES1") and "aren't met: ReplicasConnected, DatabasesMoving" in first
    assert f"CacheWarden-ValidateAvailabilityGroups, started for {sales.two.instance_id}" in second
    assert "session timeout" in told["policies"] and told["go"] is True


def unjudged(sales: Sales) -> list[str]:
    return [each["sentence"] for each in reported(sales)["beside"] if "judge" in each["sentence"]]


def test_policies_that_a_node_could_not_judge_are_told_and_never_taken_for_met():
    sales = Sales()
    assert unjudged(sales) == []
    sales.policies_not_met = None
    one, two, group = unjudged(sales)
    assert one.startswith("SALES1") and "the policies of its Availability Groups couldn't be judged" in one
    assert two.startswith("SALES2") and group.startswith("sales-ag: not judged by the primary")


def test_a_group_whose_primary_does_not_answer_is_named_since_its_secondary_knows_only_a_part():
    sales = Sales()
    sales.primary, sales.two.online = sales.two, False
    (told,) = unjudged(sales)
    assert told.startswith("sales-ag: not judged by the primary")


def test_a_node_without_groups_has_nothing_to_judge():
    sales = Sales()
    sales.policies_not_met = None
    evidence = sales.evidence(sales.one)
    evidence["replicas"] = evidence["replicas"][:1]
    host(evidence, 0)["sql"] |= {"availabilityGroups": [], "cluster": None}
    told = decide_next(evidence, request(sales.one, "Preflight", sales, **ASKED), None, sales.now)["decision"]
    assert not [each for each in told["preflight"]["beside"] if "judge" in each["sentence"]]


def test_a_node_that_does_not_answer_is_told_as_unknown():
    sales = Sales()
    sales.two.state = "stopped"
    (told,) = [each for each in reported(sales)["instances"] if not each["node"].startswith("SALES1")]

    assert told["name"] is None and told["version"] is None and told["edition"] is None


def test_modes_are_changed_where_the_group_is_led_before_and_after_the_failover():
    plan = reported(Sales())["plan"]
    nodes = {step["action"]: step["node"] for step in [*plan["stop"], *plan["back"]]}

    assert (nodes["HoldReplicaModes"], nodes["RestoreReplicaModes"]) == ("SALES1", "SALES2")


def test_the_plan_counts_one_copy_less_from_sql_server_s_stop_to_its_start():
    plan = reported(Sales())["plan"]
    steps = {step["action"]: step["seconds"] for step in [*plan["stop"], *plan["back"]]}

    away = ("StopSqlServer", "EvacuateCache", "StopInstance", "StartInstance", "StartSqlServer")
    assert plan["oneCopyLessSeconds"] == pytest.approx(sum(steps[action] for action in away))
    assert plan["writeOutageSeconds"] == steps["FailOverAvailabilityGroups"]


def test_the_times_of_the_moves_are_those_of_the_node_s_own_volume_and_instance():
    """EstimateEvacuation says the same: half the speed is twice the time, and the plan says what it rests on."""
    sales = Sales()
    sales.move_speed = {"bytesPerSecond": 128 * 1024.0**2, "told": "Swap volume vol-1: 128 MiB/s."}
    usual, slow = reported(Sales())["plan"], reported(sales)["plan"]
    (moved,) = (step["seconds"] for step in slow["back"] if step["action"] == "RestoreCache")

    assert moved == pytest.approx(CACHE_BYTES / (128 * 1024**2))
    assert slow["oneCopyLessSeconds"] > usual["oneCopyLessSeconds"]
    assert slow["pace"] == "Swap volume vol-1: 128 MiB/s."
    assert "isn't known: the plan takes 4 seconds per GiB" in usual["pace"]


def test_a_speed_that_ec2_does_not_tell_is_said_so():
    sales = Sales()
    sales.move_speed = {"bytesPerSecond": None, "told": "EC2 didn't answer"}

    assert "isn't known (EC2 didn't answer)" in reported(sales)["plan"]["pace"]


def test_every_objection_is_a_finding_of_its_own_with_what_to_do_and_its_page():
    sales = Sales()
    sales.one.not_evacuated = ('pool "Logs" (AWS1, vol2)',)

    told = reported(sales)

    assert told["go"] is False
    assert "CW6108" in [finding["code"] for finding in told["findings"]]
    for finding in told["findings"]:
        assert finding["sentence"] in told["sentence"]
        assert finding["remedy"] and finding["page"] == f"docs/errors/{finding['code']}.md"


def test_what_an_earlier_rule_refused_is_its_own_finding():
    sales = Sales()
    sales.one.tags["cachewarden:managed"] = "false"

    told = reported(sales)

    assert [finding["code"] for finding in told["findings"]] == ["CW6114"]


def test_an_operation_with_another_goal_has_no_report():
    assert reported(Sales(), goal="InService") is None


def test_a_cache_whose_size_is_not_told_takes_an_unknown_time_and_not_none(monkeypatch):
    """Planted where the plan reads it: an evacuation of unknown length must not make a short total."""
    monkeypatch.setattr("cachewarden.procedures.stop_plan._move_s", lambda situation: None)

    plan = reported(Sales())["plan"]

    assert {step["action"]: step["seconds"] for step in plan["stop"]}["EvacuateCache"] is None
    assert plan["oneCopyLessSeconds"] is None
