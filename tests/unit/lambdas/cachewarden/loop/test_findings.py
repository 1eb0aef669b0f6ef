"""What is wrong with a node's clock or its record of tokens is said in every message, and holds nobody up."""

from datetime import timedelta

import pytest

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.loop.findings import findings_in
from tests.unit.lambdas.loop_driver import play, request
from tests.unit.lambdas.sales_cluster import Sales, iso

FORGED = 999_999_999_999_999


def sentences(change) -> list[str]:
    sales = Sales()
    evidence = sales.evidence(sales.one)
    change(sales, evidence["replicas"][1]["host"])
    return [finding.sentence for finding in findings_in(parse_evidence(evidence), sales.now)]


def test_a_sound_cluster_has_none():
    assert sentences(lambda sales, host: None) == []


@pytest.mark.parametrize("field", ["highest", "ahead"])
def test_a_token_that_no_lease_can_have_given_out_is_one(field):
    def forge(sales, host):
        host["evidence"]["token"][field] = FORGED

    (told,) = sentences(forge)
    assert "SALES2" in told and str(FORGED) in told


@pytest.mark.parametrize(("minutes", "word"), [(6, "fast"), (-6, "slow")])
def test_a_clock_that_is_more_than_five_minutes_off_is_one(minutes, word):
    def set_clock(sales, host):
        host["hostClock"] = iso(sales.now + timedelta(minutes=minutes))

    (told,) = sentences(set_clock)
    assert "SALES2" in told and word in told


def test_it_is_said_in_the_message_and_the_operation_reaches_its_goal():
    sales = Sales()
    sales.two.token = FORGED

    played = play(sales, request(sales.one, "Preflight", sales))

    assert played.last["outcome"] == "Goal"
    assert "CW6116" in played.last["notification"]["message"] and played.last["notify"]


@pytest.mark.parametrize(
    ("part", "told", "code"),
    [
        ("bundle", {"deployed": False}, "BUNDLE_DIFFERS"),
        ("bundle", {"bootTaskFaults": ["the scheduled task of boot_task is missing"]}, "HOST_TASK_CHANGED"),
        ("bundle", {"workerFaults": ["the scheduled task of worker is disabled"]}, "HOST_TASK_CHANGED"),
        ("folder", {"faults": [r"C:\ProgramData\CacheWarden is open to others"]}, "HOST_FOLDER_UNSAFE"),
    ],
)
def test_what_is_wrong_with_our_own_parts_on_a_node_is_one(part, told, code):
    sales = Sales()
    evidence = sales.evidence(sales.one)
    evidence["replicas"][1]["host"]["evidence"]["host"][part].update(told)
    (finding,) = findings_in(parse_evidence(evidence), sales.now)
    assert finding.code.name == code and "SALES2" in finding.sentence


@pytest.mark.parametrize(
    "told",
    [
        {"bundle": {"deployed": False}},
        {"bundle": {}},
        {"bundle": {"deployed": True, "workerFaults": ["the scheduled task of worker is missing"]}},
        {"folder": {"faults": [r"C:\ProgramData\CacheWarden is open to others"]}},
        {"folder": {}},
    ],
)
def test_a_host_that_would_refuse_is_told_before_sql_server_is_stopped(told):
    sales = Sales()
    sales.two.installation.update(told)
    played = play(sales, request(sales.two, "Stopped", sales))
    assert played.last["code"] == "CW6144" and "CacheWarden-InstallHost" in played.last["sentence"]
    assert sales.two.sql_running and sales.two.state == "running"


def test_a_launch_agent_that_would_take_the_disks_of_a_new_host_is_told():
    sales = Sales()
    evidence = sales.evidence(sales.one)
    evidence["replicas"][1]["host"]["evidence"]["host"]["diskInitializers"] = ["the task initializeVolume"]
    (finding,) = findings_in(parse_evidence(evidence), sales.now)
    assert finding.code.name == "DISKS_TAKEN_AT_START" and "SALES2" in finding.sentence


@pytest.mark.parametrize(("hidden", "told"), [(False, ["SHUT_DOWN_OFFERED"]), (True, []), (None, [])])
def test_a_start_menu_that_offers_to_shut_down_is_told(hidden, told):
    sales = Sales()
    evidence = sales.evidence(sales.one)
    evidence["replicas"][1]["host"]["evidence"]["host"]["shutDownHidden"] = hidden
    assert [finding.code.name for finding in findings_in(parse_evidence(evidence), sales.now)] == told


@pytest.mark.parametrize(
    ("needed", "room", "told"), [(9, 8, ["TEMPDB_WOULD_NOT_FIT"]), (8, 8, []), (9, None, []), (None, 8, [])]
)
def test_a_tempdb_that_would_not_fit_at_the_next_start_is_told(needed, room, told):
    sales = Sales()
    evidence = sales.evidence(sales.one)
    sizes = {"tempdbBytes": needed, "tempdbRoomBytes": room}
    evidence["replicas"][1]["host"]["evidence"]["sql"] |= {key: size and size << 30 for key, size in sizes.items()}
    found = findings_in(parse_evidence(evidence), sales.now)
    assert [finding.code.name for finding in found] == told
    assert not told or ("9.0 GiB" in found[0].sentence and "room for 8.0 GiB" in found[0].sentence)


@pytest.mark.parametrize(
    ("mode", "running", "uncached", "code", "told"),
    [
        ("Automatic", True, False, "SQL_START_MODE_WRONG", "Automatic, Manual is right"),
        ("Automatic", True, True, None, ""),
        ("Manual", True, False, None, ""),
        ("Disabled", True, False, "SQL_START_MODE_WRONG", "after a stop CacheWarden couldn't start it"),
        ("Disabled", True, True, "SQL_START_DISABLED", "after a stop Windows doesn't start it"),
        ("Disabled", True, None, None, ""),
        ("Disabled", False, False, None, ""),
    ],
)
def test_a_start_mode_that_does_not_suit_the_node_is_told(mode, running, uncached, code, told):
    def set_mode(sales, host):
        (service,) = host["evidence"]["sql"]["instances"]
        service |= {"startMode": mode, "service": 4 if running else 1}
        if uncached is None:
            host["evidence"]["storage"] = None
        elif uncached:
            host["evidence"]["storage"]["uncached"] = True

    sales = Sales()
    evidence = sales.evidence(sales.one)
    set_mode(sales, evidence["replicas"][1]["host"])
    found = findings_in(parse_evidence(evidence), sales.now)
    assert [finding.code.name for finding in found] == ([code] if code else [])
    assert all(word in finding.sentence for finding in found for word in (told, "SALES2", "MSSQLSERVER"))


@pytest.mark.parametrize(("agent", "built", "told"), [("Automatic", True, 1), ("Automatic", False, 0), (None, True, 0)])
def test_an_agent_that_windows_starts_is_told_since_it_starts_sql_server(agent, built, told):
    sales = Sales()
    evidence = sales.evidence(sales.one)
    host = evidence["replicas"][1]["host"]["evidence"]
    host["sql"]["instances"][0]["agentStartMode"] = agent
    host["storage"]["uncached"] = not built
    found = findings_in(parse_evidence(evidence), sales.now)
    assert [finding.code.name for finding in found] == ["SQL_START_MODE_WRONG"] * told
    assert all(
        word in each.sentence for each in found for word in ("SALES2", "start the Agent of MSSQLSERVER by itself")
    )


def test_a_node_that_could_not_be_reseeded_is_told():
    sales = Sales()
    sales.reseed_right = False
    found = findings_in(parse_evidence(sales.evidence(sales.one)), sales.now)
    assert {finding.code.name for finding in found} == {"RESEED_RIGHT_MISSING"} and len(found) == 2


@pytest.mark.parametrize(("right", "told"), [(True, {"GRANTS_OUTDATED"}), (False, {"RESEED_RIGHT_MISSING"})])
def test_a_node_with_the_procedure_of_an_older_version_is_told_where_the_right_is_there(right, told):
    sales = Sales()
    sales.procedure_current, sales.reseed_right = False, right
    found = findings_in(parse_evidence(sales.evidence(sales.one)), sales.now)
    assert {finding.code.name for finding in found} == told
    assert right is False or "of an older version of CacheWarden on MSSQLSERVER" in found[0].sentence


def test_a_node_without_the_deployed_bundle_is_told():
    sales = Sales()
    sales.two.bundle = False
    (finding,) = findings_in(parse_evidence(sales.evidence(sales.one)), sales.now)
    assert finding.code.name == "BUNDLE_DIFFERS" and sales.two.instance_id in finding.sentence


@pytest.mark.parametrize("goal", ["Stopped", "InService", "Preflight"])
def test_without_the_deployed_bundle_nothing_is_done_and_the_remedy_is_said_at_once(goal):
    sales = Sales()
    sales.two.bundle = False
    played = play(sales, request(sales.two, goal, sales))
    assert played.last["code"] == "CW6144" and "CacheWarden-InstallHost" in played.last["sentence"]
    assert sales.two.sql_running and sales.two.state == "running"


def test_a_partner_without_the_deployed_bundle_keeps_the_node_up():
    sales = Sales()
    sales.one.bundle = False
    played = play(sales, request(sales.two, "Stopped", sales))
    assert played.last["code"] == "CW6103" and "CacheWarden-InstallHost" in played.last["sentence"]
    assert sales.two.sql_running and sales.two.state == "running"
