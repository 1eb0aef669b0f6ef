"""The last resort ahead of EC2's own stop: by consent, on the last day, and only for roles nobody can take over."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from cachewarden.codes import Code
from cachewarden.json_reader import JsonReader
from cachewarden.loop.reconcile import Step, reconcile
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent, parse_consents
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import CONSENT, policy_from_tags
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decide import decide
from cachewarden.procedures.decision import Abandon, Complete, Execute, Refuse, Wait
from cachewarden.procedures.in_place import in_place
from cachewarden.procedures.situation import Situation
from tests.unit.lambdas.instance_types import wanted_type
from tests.unit.lambdas.sales_cluster import GROUP, Sales, iso
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, host, set_cluster, set_node, situation

Change = Callable[[Sales], Any]
Edit = Callable[[dict[str, Any]], Any]
HOURS = 12.0
"""So far ahead EC2's stop is, where nothing else is said."""
IDENTITY = {"clusterName": "SALESWSFC", "groupIds": [GROUP]}
ASKED = {**LEASED, "identity": IDENTITY}
HELD = {**ASKED, "attempts": {**LEASED["attempts"], "SaveModes": 1, "HoldReplicaModes": 1}, "savedModes": SAVED_MODES}
STOPPED = {**HELD, "attempts": {**HELD["attempts"], "StopSqlServer": 1}, "leads": [GROUP]}


def tagged(hours: float = 24.0, word: str = "evacuate-in-place") -> Change:
    return lambda sales: sales.one.tags.update({CONSENT: f"{word}/{iso(sales.now + timedelta(hours=hours))}"})


def behind(sales: Sales) -> None:
    sales.two.synchronized, sales.two.suspended = False, 2


def catching_up(sales: Sales) -> None:
    sales.two.synchronized, sales.two.send_queue_kb = False, 30_000


def down(sales: Sales) -> None:
    sales.two.state, sales.two.online = "stopped", False


def redo(seconds: int) -> Change:
    return set_node(1, redo_queue_kb=seconds * 1000)


def held(sales: Sales) -> None:
    sales.one.failover_mode = 1


def shown(hours: float | None = HOURS, *, code: str = "instance-retirement", node: int = 0, **more: Any) -> Edit:
    """EC2 shows it, and was asked as the evidence was taken; `movable_h`: until when it may be moved; `asked_s_ago`."""

    def edit(evidence: dict[str, Any]) -> None:
        now = Sales().now
        latest = more.get("movable_h")
        event = {
            "instanceId": evidence["replicas"][node]["instanceId"],
            "eventId": "instance-event-1",
            "code": code,
            "description": "The instance is running on degraded hardware",
            "notBefore": None if hours is None else iso(now + timedelta(hours=hours)),
            "notBeforeDeadline": None if latest is None else iso(now + timedelta(hours=latest)),
        }
        asked_at = now - timedelta(seconds=more.get("asked_s_ago", 0))
        evidence["maintenance"] = {"observedAt": iso(asked_at), "events": [event]}

    return edit


def nothing(evidence: dict[str, Any]) -> None:
    evidence["maintenance"] = {"observedAt": iso(Sales().now), "events": []}


def never_asked(evidence: dict[str, Any]) -> None:
    evidence["maintenance"] = None


def noted(evidence: dict[str, Any]) -> None:
    """The sweep has noted which instance SALES2 is."""
    other = evidence["replicas"][1]["instanceId"]
    evidence["absent"] = [{"computer": "sales2", "instanceId": other, "gone": False, "why": f"{other} is stopped"}]


def sees_both(evidence: dict[str, Any]) -> None:
    """The other node's catalog has the replica of the node, of whose state it knows nothing."""
    if evidence["replicas"][1]["host"] is None:
        return
    (group,) = host(evidence, 1)["sql"]["availabilityGroups"]
    away = {"id": "r1", "server": "SALES1", "local": False, "availabilityMode": 1, "failoverMode": 1, "seedingMode": 0}
    group["replicas"].append({**away, "role": 0, "connected": 0, "health": 0, "databases": None, "worst": []})


def step(
    *changes: Change, goal: str = "Cycled", edits: tuple[Edit, ...] = (), begun: bool = False, **given: Any
) -> Step:
    """One pass of the loop for node one, which EC2 is about to stop where `edits` say nothing else."""

    def change(sales: Sales) -> None:
        if goal == "Resized":
            sales.wanted_type = wanted_type()
        for each in changes:
            each(sales)

    def edit(evidence: dict[str, Any]) -> None:
        for each in (shown(), noted, *edits):
            each(evidence)

    given = given or ASKED
    if goal == "Resized":
        given = {**given, "instanceType": "r5d.8xlarge"}
    seen = situation(change, goal=goal, edit=edit, **given)
    operation = seen.operation
    if begun:
        operation = replace(operation, first_begun={Action.STOP_SQL_SERVER: seen.now - timedelta(minutes=5)})
    return reconcile(seen.evidence, operation, None, seen.now)


def does(stepped: Step, action: Action) -> Execute:
    assert isinstance(stepped.decision, Execute) and stepped.decision.action is action, stepped.decision
    return stepped.decision


def refuses(stepped: Step, code: Code) -> str:
    assert isinstance(stepped.decision, Refuse | Abandon) and stepped.decision.code is code, stepped.decision
    return stepped.decision.sentence


LACKING = [(behind, Code.TARGET_NOT_READY), (down, Code.PARTNER_DOWN)]


@pytest.mark.parametrize(("lacking", "code"), LACKING)
def test_without_the_consent_it_is_refused_and_the_last_resort_is_named(lacking, code):
    told = refuses(step(lacking), code)
    assert "EC2 shows instance-retirement for i-0aaaaaaaaaaaaaaa1 from" in told
    assert "the last resort is the consent 'evacuate-in-place' (tag cachewarden:consent)" in told


@pytest.mark.parametrize(("lacking", "code"), LACKING)
def test_where_ec2_shows_nothing_it_is_not_named(lacking, code):
    for edit in (nothing, never_asked, shown(code="instance-reboot"), shown(node=1)):
        assert "evacuate-in-place" not in refuses(step(lacking, edits=(edit,)), code)


@pytest.mark.parametrize("goal", sorted(TERMS[Consent.EVACUATE_IN_PLACE].goals))
@pytest.mark.parametrize("lacking", [behind, down])
def test_by_consent_modes_are_saved_and_held_then_sql_server_stops_then_the_cache_moves(goal, lacking):
    does(step(lacking, tagged(), goal=goal), Action.SAVE_MODES)
    stops = does(step(lacking, tagged(), held, goal=goal, **HELD), Action.STOP_SQL_SERVER)
    assert stops.node == "i-0aaaaaaaaaaaaaaa1"
    word, token, _ = stops.parameters["Consent"].split("/")
    assert (word, token) == ("evacuate-in-place", "7")
    assert "nobody can take over sales-ag, and the outage is consented to" in stops.sentence
    down_here = set_node(0, sql_running=False, token=7)
    leaderless = (lacking, tagged(), held, down_here, set_cluster(primary=None))
    moves = step(*leaderless, goal=goal, begun=True, edits=(sees_both,), **STOPPED)
    does(moves, Action.EVACUATE_CACHE)


@pytest.mark.parametrize("lacking", [behind, down])
def test_evacuated_and_proven_the_instance_stops_as_ever(lacking):
    evacuated = set_node(0, sql_running=False, token=7, classification="EVACUATED", proof=True, free_nvme=("AWS1",))
    lifts = step(lacking, tagged(), held, evacuated, set_cluster(primary=None), begun=True, **STOPPED)
    does(lifts, Action.LIFT_PROTECTION)


WRONG = {
    "another word": (tagged(word="outage"), ()),
    "expired": (tagged(hours=-1), ()),
    "too far ahead": (tagged(hours=24 * 8), ()),
    "on another node": (lambda sales: sales.two.tags.update({CONSENT: f"evacuate-in-place/{iso(sales.now)}"}), ()),
    "nothing is shown": (tagged(), (nothing,)),
    "a reboot is shown": (tagged(), (shown(code="system-reboot"),)),
    "it is for another instance": (tagged(), (shown(node=1),)),
    "not on the last day": (tagged(), (shown(hours=30),)),
    "without a time": (tagged(), (shown(hours=None),)),
    "it can still be moved": (tagged(), (shown(movable_h=40),)),
    "too soon": (tagged(), (shown(hours=0.2),)),
}


@pytest.mark.parametrize(("lacking", "code"), LACKING)
@pytest.mark.parametrize("name", WRONG)
def test_a_consent_that_does_not_fit_gives_nothing(name, lacking, code):
    consents, edits = WRONG[name]
    refuses(step(lacking, consents, edits=edits), code)


@pytest.mark.parametrize(("lacking", "code"), LACKING)
def test_a_node_that_was_just_started_was_cycled_for_what_ec2_still_shows(lacking, code):
    def started(sales: Sales) -> None:
        sales.one.launched = sales.now - timedelta(hours=1)

    told = refuses(step(lacking, tagged(), started, **HELD), code)
    assert "the node was started at" in told


def test_a_cache_that_could_not_move_in_time_stays():
    def large(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["storage"]["virtualDisk"]["writeCacheBytes"] = 600 * 1024**3

    told = refuses(step(behind, tagged(), edits=(large, shown(hours=0.7))), Code.TARGET_NOT_READY)
    assert "too soon to move the cache before it; take log backups off the node now" in told
    # The speed of its Swap volume isn't known: twice as long is reckoned with.
    refuses(step(behind, tagged(), edits=(large, shown(hours=1.3))), Code.TARGET_NOT_READY)
    does(step(behind, tagged(), edits=(large, shown(hours=1.5))), Action.SAVE_MODES)
    does(step(behind, tagged(), edits=(shown(hours=0.7),)), Action.SAVE_MODES)


@pytest.mark.parametrize("edit", [shown(hours=-3), shown(hours=3, movable_h=3), shown(hours=3, movable_h=1)])
def test_overdue_or_no_longer_movable_it_counts(edit):
    does(step(behind, tagged(), edits=(edit,)), Action.SAVE_MODES)


@pytest.mark.parametrize("edit", [never_asked, shown(asked_s_ago=300)])
@pytest.mark.parametrize(("lacking", "code"), LACKING)
def test_what_was_not_seen_now_is_neither_none_nor_one(edit, lacking, code):
    asks = step(lacking, tagged(), edits=(edit,))
    assert isinstance(asks.decision, Wait) and asks.decision.reason is WaitReason.LOOK
    long_ago = {**ASKED, "lookingSince": iso(Sales().now - timedelta(minutes=5))}
    told = refuses(step(lacking, tagged(), edits=(edit,), **long_ago), code)
    assert "EC2 doesn't say which maintenance is scheduled" in told


def test_a_replica_that_can_take_over_does():
    does(step(tagged(), held, **HELD), Action.FAIL_OVER_AVAILABILITY_GROUPS)
    refused = {**HELD, "attempts": {**HELD["attempts"], "StopSqlServer": 1}, "leads": [GROUP]}
    does(step(tagged(), held, **refused), Action.FAIL_OVER_AVAILABILITY_GROUPS)


def test_one_that_catches_up_is_waited_for_some_minutes_and_not_for_ever():
    waits = step(catching_up, tagged())
    assert isinstance(waits.decision, Wait) and waits.decision.reason is WaitReason.SYNCHRONIZATION
    assert "it is waited for before SALES1 (i-0aaaaaaaaaaaaaaa1) keeps the group" in waits.decision.sentence
    does(step(catching_up, tagged(), edits=(shown(hours=0.5),)), Action.SAVE_MODES)
    asked = situation(catching_up, goal="Cycled", **ASKED)
    late = replace(asked.operation, requested_at=asked.now - timedelta(minutes=11))
    old = step(catching_up, tagged())
    decided = reconcile(old.evidence, late, None, old.now)
    does(decided, Action.SAVE_MODES)


def test_too_much_redo_is_waited_for_then_the_group_stays():
    waits = step(redo(900), tagged())
    assert isinstance(waits.decision, Wait) and waits.decision.reason is WaitReason.REDO
    does(step(redo(900), tagged(), held, **HELD), Action.STOP_SQL_SERVER)


@pytest.mark.parametrize("seconds", [30, 60])
def test_less_redo_than_an_evacuation_takes_never_keeps_a_group(seconds):
    bound = set_node(
        0, tags={"cachewarden:managed": "true", "cachewarden:cluster": "sales", "cachewarden:max-redo": "5s"}
    )
    stepped = step(bound, redo(seconds), tagged(), held, **HELD)
    assert isinstance(stepped.decision, Wait), stepped.decision


STAND = {
    "quorum": (lambda sales: None, Code.QUORUM_MARGIN),
    "rights": (set_cluster(permissions=False), Code.PERMISSIONS_MISSING),
    "kind": (set_cluster(distributed=True), Code.GROUP_KIND_UNSUPPORTED),
    "storage": (set_node(0, classification="EBS_MISSING"), Code.STORAGE_NOT_PLANNABLE),
    "files": (set_node(0, not_evacuated=('pool "Logs"',)), Code.STORAGE_NOT_PLANNABLE),
    "dead cache": (set_node(0, dead_cache="AWS0", unreadable=True), Code.CACHE_UNREADABLE),
}


@pytest.mark.parametrize("name", STAND)
def test_guards_that_stand_whatever_was_consented_to(name):
    change, code = STAND[name]
    refuses(step(behind, change, tagged(), edits=(lambda evidence: _no_witness(evidence, name),)), code)


def _no_witness(evidence: dict[str, Any], name: str) -> None:
    """The witness, on whose votes the rest would depend, is away."""
    if name == "quorum":
        for index in (0, 1):
            host(evidence, index)["sql"]["cluster"]["members"][-1]["state"] = 0


def test_two_primaries_are_looked_at_again_and_never_kept():
    def both(evidence: dict[str, Any]) -> None:
        group = host(evidence, 1)["sql"]["availabilityGroups"][0]
        group["role"] = 1

    stepped = step(behind, tagged(), edits=(both,))
    assert isinstance(stepped.decision, Wait) and "Two nodes call themselves primary" in stepped.decision.sentence


def test_a_partner_that_runs_and_does_not_answer_may_be_primary():
    silent = set_node(1, online=False)
    waits = step(silent, tagged())
    assert isinstance(waits.decision, Wait) and waits.decision.reason is WaitReason.PARTNER
    since = {
        "topic": "partner",
        "since": iso(Sales().now - timedelta(minutes=5)),
        "progress": None,
        "progressedAt": None,
    }
    refuses(step(silent, tagged(), **ASKED, waiting=since), Code.PARTNER_DOWN)


@pytest.mark.parametrize("state", ["pending", "stopping", "shutting-down"])
def test_a_partner_in_between_is_not_one_that_stays_away(state):
    refuses(step(down, set_node(1, state=state), tagged()), Code.PARTNER_DOWN)


def test_nor_is_one_on_which_an_operation_of_ours_has_not_ended():
    operated = set_node(1, tags={"cachewarden:managed": "true", "cachewarden:state": "operating"})
    refuses(step(down, operated, tagged()), Code.PARTNER_DOWN)


def test_nor_one_of_which_nobody_knows_which_computer_it_is():
    told = refuses(step(down, tagged(), edits=(lambda evidence: evidence.update(absent=[]),)), Code.PARTNER_DOWN)
    assert "no sweep has noted which computer i-0bbbbbbbbbbbbbbb2 is" in told


def test_nor_one_whose_computer_is_seen_up():
    def up(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["sql"]["cluster"]["members"][1]["state"] = 1

    refuses(step(down, tagged(), edits=(up,)), Code.REPLICA_UNKNOWN)


def test_alone_the_node_must_form_the_cluster_again():
    def no_witness(evidence: dict[str, Any]) -> None:
        host(evidence, 0)["sql"]["cluster"]["members"][-1]["state"] = 0

    refuses(step(down, tagged(), edits=(no_witness,)), Code.QUORUM_MARGIN)


def test_what_a_group_demands_for_a_commit_is_no_matter_while_nothing_is_committed():
    does(step(behind, set_cluster(required_synchronized=1), tagged()), Action.SAVE_MODES)
    does(step(behind, lambda sales: sales.log.update({"roomS": 60}), tagged()), Action.SAVE_MODES)
    refuses(step(set_cluster(required_synchronized=1), tagged()), Code.REQUIRED_SYNCHRONIZED)


def test_nor_how_old_the_log_backup_is_of_a_group_that_stays():
    """The tag has one word: 'no-log-backup' would take this one off."""
    old = lambda sales: sales.log.update({"backupAgeS": 7200})  # noqa: E731
    does(step(behind, old, tagged()), Action.SAVE_MODES)
    refuses(step(old, tagged()), Code.LOG_BACKUP_TOO_OLD)


def test_databases_of_no_group_go_out_of_service_with_it_and_not_without_it():
    does(step(behind, set_node(0, databases_alone=2), tagged()), Action.SAVE_MODES)
    refuses(step(set_node(0, databases_alone=2), tagged()), Code.ONLY_COPY)


def test_what_a_primary_writes_is_not_moved_under_it():
    """A cache moves while SQL Server runs only on a secondary, whatever its owner's tag asks for."""
    online = set_cluster(online_builds=["20348"])
    wants = lambda sales: sales.one.tags.update({"cachewarden:evacuation": "online"})  # noqa: E731
    does(step(behind, online, wants, tagged(), held, **HELD), Action.STOP_SQL_SERVER)


def test_nothing_is_lowered_for_a_group_that_stays():
    fewer = {
        "word": "fewer-copies",
        "by": "somebody",
        "through": "a document",
        "subject": "i-0aaaaaaaaaaaaaaa1",
        "goals": ["Cycled"],
        "givenAt": None,
        "expiresAt": iso(Sales().now + timedelta(hours=1)),
        "withdrawn": False,
    }
    changes = (behind, tagged(), held, set_cluster(required_synchronized=1))
    seen = step(*changes, **HELD)
    both = replace(seen.operation, consents=(*seen.operation.consents, *_parsed(fewer)))
    decision = decide(seen.evidence, both, policy_from_tags(seen.evidence.node.ec2.tags), seen.now)
    assert isinstance(decision, Execute) and decision.action is Action.STOP_SQL_SERVER, decision


def _parsed(consent: dict[str, Any]) -> tuple[Any, ...]:
    return parse_consents(JsonReader.of({"consents": [consent]}), "consents")


def test_of_a_whole_cluster_it_says_nothing():
    seen = step(behind, tagged())
    whole = replace(seen.operation, goal=Goal.CLUSTER_STOPPED)
    asked = Situation.of(seen.evidence, whole, policy_from_tags({}), seen.now, None)
    part = asked.about(seen.evidence.node_id, Goal.STOPPED)
    assert not part.operation.consents and in_place(part) is None
    assert in_place(replace(part, operation=replace(part.operation, consents=seen.operation.consents))) is None


def test_once_ec2_shows_it_no_more_the_node_goes_back_and_an_unread_answer_is_asked_again():
    here = (behind, tagged(), held, set_node(0, sql_running=False, token=7), set_cluster(primary=None))
    assert isinstance(step(*here, begun=True, edits=(nothing,), **STOPPED).decision, Abandon)
    old = step(*here, begun=True, edits=(shown(asked_s_ago=300),), **STOPPED)
    assert isinstance(old.decision, Wait) and old.decision.reason is WaitReason.LOOK
    # Begun in time it isn't given up because the consent, or the time, ends.
    does(
        step(behind, tagged(hours=-0.01), *here[2:], begun=True, edits=(shown(hours=0.1),), **STOPPED),
        Action.EVACUATE_CACHE,
    )


PARTNERS = {
    "starts": (down, set_node(1, state="pending")),
    "runs, doesn't answer": set_node(1, online=False),
    "moves its cache": set_node(1, classification="MOVING"),
    "has its SQL Server down": (behind, set_node(1, sql_running=False)),
    "is operated on": (down, set_node(1, tags={"cachewarden:managed": "true", "cachewarden:state": "operating"})),
}


@pytest.mark.parametrize("name", PARTNERS)
def test_once_its_sql_server_is_down_no_partner_brings_the_node_back(name):
    """Going back would put the only copy onto NVMe right before EC2 takes the host away."""
    found = PARTNERS[name]
    lacking = found if isinstance(found, tuple) else (found,)
    here = (*lacking, held, set_node(0, sql_running=False, token=7), set_cluster(primary=None))
    does(step(tagged(), *here, begun=True, **STOPPED), Action.EVACUATE_CACHE)
    # Without the consent, or before SQL Server is down, it does.
    for stepped in (step(*here, begun=True, **STOPPED), step(*lacking, tagged(), held, **HELD)):
        assert isinstance(stepped.decision, Abandon | Wait), stepped.decision


def login_failed(evidence: dict[str, Any]) -> None:
    sql = host(evidence, 1)["sql"]
    sql["instances"][0]["error"] = "18401"
    sql.update(server=None, permissions=None, cluster=None, availabilityGroups=None, filesOnCache=None)


def no_rights(evidence: dict[str, Any]) -> None:
    sql = host(evidence, 1)["sql"]
    sql["permissions"] = dict.fromkeys(sql["permissions"], 0)


def sees_a_stranger(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["sql"]["cluster"]["members"].append({"name": "SALES9", "type": 0, "state": 1, "votes": 0})


def sees_one_down(evidence: dict[str, Any]) -> None:
    host(evidence, 1)["sql"]["cluster"]["members"][0]["state"] = 0


@pytest.mark.parametrize("edit", [login_failed, no_rights, sees_a_stranger, sees_one_down])
def test_nor_does_what_one_that_has_started_sees_or_cannot_say(edit):
    here = (behind, held, set_node(0, sql_running=False, token=7), set_cluster(primary=None))
    does(step(tagged(), *here, begun=True, edits=(edit,), **STOPPED), Action.EVACUATE_CACHE)
    before = step(behind, tagged(), held, edits=(edit,), **HELD).decision
    assert isinstance(before, Abandon | Wait), before


@pytest.mark.parametrize("edit", [never_asked, shown(asked_s_ago=300)])
def test_once_the_cache_has_moved_ec2_that_does_not_answer_brings_nothing_back(edit):
    here = (behind, tagged(), held, set_cluster(primary=None))
    moved = set_node(0, sql_running=False, token=7, classification="EVACUATED", proof=True, free_nvme=("AWS1",))
    does(step(*here, moved, begun=True, edits=(edit,), **STOPPED), Action.LIFT_PROTECTION)
    assert isinstance(step(*here, moved, begun=True, edits=(nothing,), **STOPPED).decision, Abandon)


def test_taking_the_tag_off_brings_the_node_back():
    here = (behind, held, set_node(0, sql_running=False, token=7), set_cluster(primary=None))
    told = refuses(step(*here, begun=True, **STOPPED), Code.TARGET_NOT_READY)
    assert "The tag cachewarden:consent doesn't carry it any more" in told


def test_a_group_that_somebody_took_over_meanwhile_is_not_kept():
    taken = set_cluster(primary=None)
    stepped = step(tagged(), held, set_node(0, sql_running=False, token=7), taken, begun=True, **STOPPED)
    does(stepped, Action.EVACUATE_CACHE)

    def forced(sales: Sales) -> None:
        sales.primary = sales.two

    after = step(tagged(), held, set_node(0, sql_running=False, token=7), forced, begun=True, **STOPPED)
    assert after.operation.leads == (GROUP,)
    does(after, Action.EVACUATE_CACHE)
    demands = set_cluster(required_synchronized=1)
    here = (tagged(), held, set_node(0, sql_running=False, token=7), forced, demands)
    given_up = step(*here, begun=True, edits=(leads_both,), **STOPPED)
    assert isinstance(given_up.decision, Abandon) and given_up.decision.code is Code.REQUIRED_SYNCHRONIZED


def leads_both(evidence: dict[str, Any]) -> None:
    (group,) = host(evidence, 1)["sql"]["availabilityGroups"]
    assert {each["server"] for each in group["replicas"]} == {"SALES1", "SALES2"} and group["role"] == 1


def test_a_partner_lost_after_a_failover_brings_the_node_back():
    """What the node led is led elsewhere: another node that goes down then is no matter of this consent."""
    here = (down, tagged(), held, set_node(0, sql_running=False, token=7), set_cluster(primary=None))
    failed_over = {**STOPPED, "leads": []}
    assert isinstance(step(*here, begun=True, **failed_over).decision, Abandon)


def test_what_it_leads_is_remembered_while_its_sql_server_runs():
    assert step(behind, tagged()).following.leads == (GROUP,)
    assert step(tagged(), set_cluster(primary=None)).following.leads == ()
    assert step(behind, tagged(), set_node(0, sql_running=False), **STOPPED).following.leads == (GROUP,)


def test_stopped_people_are_told_what_is_out_of_service():
    stopped = set_node(0, state="stopped", online=False, sql_running=False)
    ended = step(
        behind, tagged(), stopped, goal="Stopped", **{**STOPPED, "attempts": {**STOPPED["attempts"], "StopInstance": 1}}
    )
    assert isinstance(ended.decision, Complete)
    assert "out of service until it is started again" in ended.decision.sentence


@pytest.mark.parametrize(("lacking", "code"), LACKING)
def test_preflight_says_what_a_cycle_would_make_of_it(lacking, code):
    asked = {"attempts": {"CheckRights": 1}, "callRights": [{"call": "StopInstances", "answer": "DryRunOperation"}]}
    with_consent = refuses(step(lacking, tagged(), goal="Preflight", **asked), code)
    assert "A cycle would do it all the same, with an outage and without a failover" in with_consent
    assert "the last resort is the consent" in refuses(step(lacking, goal="Preflight", **asked), code)
    early = refuses(step(lacking, tagged(), goal="Preflight", edits=(shown(hours=30),), **asked), code)
    assert "it counts from" in early


def test_nothing_but_what_was_consented_to_stops_a_primary_anywhere():
    """Over all of what the consent depends on: SQL Server of a primary stops only where every condition holds."""
    lackings = {"whole": lambda sales: None, "behind": behind, "down": down, "silent": set_node(1, online=False)}
    consents = {"none": lambda sales: None, "given": tagged(), "expired": tagged(hours=-1)}
    events = {
        "shown": shown(),
        "none": nothing,
        "unread": never_asked,
        "early": shown(hours=30),
        "reboot": shown(code="instance-reboot"),
    }
    goals = ("Stopped", "Cycled", "Resized", "Snapshotted", "InService", "Preflight")
    stopped = set()
    for lacking, consent, event, goal in product(lackings, consents, events, goals):
        stepped = step(lackings[lacking], consents[consent], held, goal=goal, edits=(events[event],), **HELD)
        decision = stepped.decision
        if isinstance(decision, Execute) and decision.action is Action.STOP_SQL_SERVER:
            stopped.add((lacking, consent, event, goal))
    goals_of_consent = {each.value for each in TERMS[Consent.EVACUATE_IN_PLACE].goals}
    assert stopped == {(lacking, "given", "shown", goal) for lacking in ("behind", "down") for goal in goals_of_consent}
