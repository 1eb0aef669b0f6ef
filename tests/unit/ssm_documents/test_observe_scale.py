"""However many groups there are: the same number of questions, and an answer that is whole or a refusal."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from string import ascii_letters
from typing import Any
from uuid import UUID

import pytest
from sales_scene import SalesScene, ebs

from cachewarden.evidence.sql import parse_sql, sql_to_json
from cachewarden.json_reader import JsonReader
from cachewarden.packed_json import packed, unpacked
from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.sql import preset
from rehearsal.world.sql.preset import DatabaseSpec, GroupSpec
from rehearsal.world.sql.server.sessions import ServerSession
from rehearsal.world.storage.commands.session import Session
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.types.file_stream import FileStream


def with_groups(count: int, databases: int = 1, names: Sequence[str] | None = None) -> SalesScene:
    scene = SalesScene(install=False, cluster=False)
    groups = [
        GroupSpec(
            name=f"ag {number}]'$(x)" if names is None else names[number],
            databases=tuple(
                DatabaseSpec(name=f"db {number}.{index} '\"];--", data_bytes=1 << 20) for index in range(databases)
            ),
        )
        for number in range(count)
    ]
    scene.cluster = preset.build(scene.world, scene.hosts, groups=groups)
    return scene


def questions(scene: SalesScene, monkeypatch: pytest.MonkeyPatch) -> tuple[int, Counter]:
    asked: Counter = Counter()
    execute = ServerSession.execute

    def counted(self, text, *args, **named):
        asked[text.splitlines()[0]] += 1
        return execute(self, text, *args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(ServerSession, "execute", counted)
        answer = scene.run(scene.first, "observe_host")
    assert answer.exit_code == 0, answer
    assert len(answer.evidence["sql"]["availabilityGroups"]) > 0
    return sum(asked.values()), asked


def test_a_state_file_that_is_there_is_read_once_a_look(monkeypatch):
    """One that isn't there is asked for twice: it may just have got its place."""
    scene, opened, begin = SalesScene(), Counter(), FileStream.__init__

    def counted(stream, files, path, handle):
        opened[path] += 1
        begin(stream, files, path, handle)

    monkeypatch.setattr(FileStream, "__init__", counted)
    scene.observe(scene.second)
    state = {path: times for path, times in opened.items() if path.endswith(".json")}
    assert len(state) >= 3 and set(state.values()) == {1}, state


def test_the_number_of_queries_does_not_grow_with_the_groups(monkeypatch):
    few, by_text = questions(with_groups(1), monkeypatch)
    many, _ = questions(with_groups(8, databases=5), monkeypatch)
    assert few == many <= 12
    assert max(by_text.values()) == 1


class WideScene(SalesScene):
    """Eight data volumes to a node, instead of two."""

    def disks(self, node: int) -> list[AttachedDisk]:
        more = [ebs(node, 16 + number, 500, f"xvd{ascii_letters[10 + number]}") for number in range(6)]
        return [*super().disks(node), *more]


def cim_calls(
    scene: SalesScene,
    monkeypatch: pytest.MonkeyPatch,
    host: WindowsHost | None = None,
    classification: str = "CACHE_ON_NVME",
) -> Counter:
    """Questions to the storage provider that one look at the node asks, by cmdlet."""
    asked: Counter = Counter()
    take_time = Session.take_time

    def counted(self, *, changes):
        asked[self.call.command_name] += 1
        take_time(self, changes=changes)

    with monkeypatch.context() as patch:
        patch.setattr(Session, "take_time", counted)
        evidence = scene.observe(host or scene.first)
    assert evidence["storage"]["classification"] == classification
    return asked


def test_the_number_of_cim_calls_does_not_grow_with_disks_groups_or_databases(monkeypatch):
    few = cim_calls(with_groups(1), monkeypatch)
    groups = cim_calls(with_groups(8, databases=5), monkeypatch)
    disks = cim_calls(WideScene(nvme_disks=8), monkeypatch)
    assert few == groups == disks
    assert 10 < sum(few.values()) <= 16
    assert few["Get-StorageSubSystem"] == few["Get-StoragePool"] == 1, "what was seen is handed on"


def test_the_last_look_before_a_stop_asks_for_no_more(monkeypatch):
    scene = SalesScene()
    before = cim_calls(scene, monkeypatch, scene.second)
    scene.evacuated(scene.second)
    after = cim_calls(scene, monkeypatch, scene.second, "EVACUATED")
    assert sum(after.values()) <= sum(before.values())
    assert after["Get-StorageSubSystem"] == after["Get-StoragePool"] == 1


def test_hostile_names_travel_unharmed():
    scene = with_groups(2, databases=2)
    groups = scene.observe(scene.first)["sql"]["availabilityGroups"]
    assert [group["name"] for group in groups] == ["ag 0]'$(x)", "ag 1]'$(x)"]
    ids = ",".join(group["id"] for group in groups)
    assert scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=ids).code == "CW2001"
    answer = scene.run(scene.second, "fail_over_availability_groups", AvailabilityGroups=ids)
    assert answer.code == "CW2005", answer


def test_many_basic_groups_fit_into_an_answer():
    scene = with_groups(83)
    answer = scene.run(scene.first, "observe_host")
    assert (answer.code, answer.exit_code) == ("CW3000", 0), answer
    sql = parse_sql(JsonReader.of(answer.evidence["sql"]))
    assert {group.name for group in sql.groups} == {f"ag {number}]'$(x)" for number in range(83)}
    assert {len(group.replicas) for group in sql.groups} == {2}
    assert {group.log.databases for group in sql.groups if group.log is not None} == {1}
    assert all(group.log is not None and group.seen_from_primary for group in sql.groups)
    assert all(replica.synchronized and replica.connected for group in sql.groups for replica in group.replicas)
    table = unpacked(answer.evidence["sql"]["packedGroups"], "$")["table"]
    assert (len(table["rows"]), len(table["group"])) == (83, 10), "the names of members travel once"
    assert parse_sql(JsonReader.of(sql_to_json(sql))) == sql
    assert at_its_largest(answer.evidence) < 22_500, "an answer may have 23,500, with some hundred around the evidence"


def at_its_largest(evidence: dict[str, Any]) -> int:
    """Characters of the evidence where each group has a third replica and a name of its own, each secondary numbers
    of its own, and rows of 40 seedings that ended stay, 20 of each of two instances."""
    inside = unpacked(evidence["sql"]["packedGroups"], "$")
    anything = random.Random(1)
    for values, log, replicas in inside["table"]["rows"]:
        values[1] = "-".join(
            anything.choices(("sales", "orders", "stock", "billing", "archive", "invoice", "audit"), k=3)
        )
        log[2:4], log[7] = [anything.randrange(60_000), anything.randrange(10**7)], anything.randrange(900)
        (third, databases) = deepcopy(replicas[1])
        third[0:2] = [str(UUID(int=anything.getrandbits(128))), "SALES3\\SECOND"]
        replicas.append([third, databases])
        for _, numbers in replicas[1:]:
            numbers[6:11] = [anything.randrange(200_000) for _ in range(5)]
    ids = [values[0] for values, _, _ in inside["table"]["rows"]]
    inside["seeding"] = [
        {"ag": ids[number], "database": f"customer-{number}-orders", "remote": "SALES2", "state": "COMPLETED"}
        | {"failure": None, "bytesDone": None, "bytesTotal": None, "bytesPerSecond": None}
        for number in range(40)
    ]
    assert evidence["sql"]["seeding"] is None, "it would be told twice"
    return len(
        json.dumps({**evidence, "sql": evidence["sql"] | {"packedGroups": packed(inside)}}, separators=(",", ":"))
    )


def test_more_than_fits_into_an_answer_is_a_refusal_and_never_half_an_answer():
    letters = random.Random(1)
    names = ["".join(letters.choices(ascii_letters, k=128)) for _ in range(83)]
    scene = with_groups(83, names=names)
    answer = scene.run(scene.first, "observe_host")
    assert (answer.code, answer.outcome, answer.exit_code) == ("CW3012", "refused", 11)
    assert "evidence" not in answer.verdict


def test_a_name_that_looks_like_a_place_reaches_its_own_group_only():
    """The places of a T-SQL text are filled at once: a name that was filled in isn't filled again."""
    scene = SalesScene(install=False, cluster=False)
    names = ("ag{Replica}", "ag{FailoverMode}", "ag{AvailabilityGroup}", "agN'SALES2'")
    groups = [GroupSpec(name=name, databases=(DatabaseSpec(name=f"db{name}", data_bytes=1 << 20),)) for name in names]
    scene.cluster = preset.build(scene.world, scene.hosts, groups=groups)
    seen = scene.observe(scene.first)["sql"]["availabilityGroups"]
    held = [group["id"] for group in seen if group["name"] != "agN'SALES2'"]

    assert scene.run(scene.first, "hold_replica_modes", AvailabilityGroups=",".join(held)).code == "CW2001"

    after = scene.observe(scene.first)["sql"]["availabilityGroups"]
    automatic = {group["name"] for group in after if {each["failoverMode"] for each in group["replicas"]} == {0}}
    assert automatic == {"agN'SALES2'"}
