"""That SQL Server accepted a statement is no proof: what the groups show afterwards is, if anything shows them."""

from __future__ import annotations

import pytest
from sales_scene import Answer, SalesScene

from rehearsal.engines.tsql.syntax import statements
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.statements import ddl_groups, execute


def change(scene: SalesScene, stem: str) -> Answer:
    """Changes what the replicas of the one group are, on its primary's node."""
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    ids = [replica["id"] for replica in group["replicas"]]
    if stem == "hold_replica_modes":
        return scene.run(scene.first, stem, AvailabilityGroups=group["id"])
    if stem == "restore_replica_modes":
        return scene.run(scene.first, stem, Modes=",".join(f"{group['id']}/{replica}/1/1" for replica in ids))
    (gone,) = [replica["id"] for replica in group["replicas"] if not replica["local"]]
    scene.play(scene.second.power_off)
    scene.pass_time(60)
    return scene.run(scene.first, stem, AvailabilityGroups=group["id"], Replicas=gone)


@pytest.mark.parametrize(("stem", "told"), [("hold_replica_modes", "2 replicas"), ("restore_replica_modes", "2 of 2")])
def test_modes_that_somebody_sets_back_at_once_are_not_called_changed(stem, told, monkeypatch):
    """A job of the DBA's own that guards its modes, say."""
    scene = SalesScene(install=False)
    monkeypatch.setattr(ddl_groups, "_apply", lambda replica, options: None)
    answer = change(scene, stem)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2041", 30, True), answer
    assert answer.message.startswith(told)


def test_a_number_of_required_secondaries_that_is_not_set_is_not_called_changed(monkeypatch):
    scene = SalesScene(install=False)
    (group,) = scene.observe(scene.first)["sql"]["availabilityGroups"]
    monkeypatch.setitem(execute._HANDLERS, statements.SetGroupOptions, lambda server, statement, session: None)
    answer = scene.run(scene.first, "restore_replica_modes", Modes="none", RequiredSynchronized=f"{group['id']}/1")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW2041", 30, True), answer
    assert "requires 0 secondaries after" in answer.message and answer.message.endswith("1 were asked for.")


def test_a_replica_that_is_still_shown_is_not_called_removed(monkeypatch):
    scene = SalesScene(install=False)
    monkeypatch.setitem(execute._HANDLERS, statements.RemoveReplica, lambda server, statement, session: None)
    answer = change(scene, "remove_replicas")
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == ("CW1084", 30, True), answer


@pytest.mark.parametrize("audit", [False, True])
@pytest.mark.parametrize(
    ("stem", "code"),
    [("hold_replica_modes", "CW2041"), ("restore_replica_modes", "CW2041"), ("remove_replicas", "CW1084")],
)
def test_groups_that_nobody_shows_after_the_change_prove_nothing(stem, code, audit):
    """The second look gets no connection: no group is seen, hence none that is as it was. Another instance answers."""
    later = {"occurrence": 6 if audit else 3, "where": {"node": "SALES1"}}
    scene = SalesScene(Fault(point="sql.connect", kind=FaultKind.FAIL, error="18456", **later), install=False)
    if audit:
        sql_preset.add_instance(scene.cluster, scene.first, "AUDIT", tempdb_folder=r"S:\tempdb-AUDIT")
    answer = change(scene, stem)
    assert (answer.code, answer.exit_code, answer.verdict["changed"]) == (code, 30, True), answer
    assert "18456" in answer.message
