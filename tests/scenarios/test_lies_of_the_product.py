"""Where the product itself would say what isn't so, the invariant `messages-true` names it in an ordinary story."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cachewarden.loop import data_safety, notification, standing
from cachewarden.operation.goal import Goal
from cachewarden.procedures import return_to_service, safeguards
from cachewarden.procedures.decision import Complete
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story


def _calls_a_stopped_node_in_service(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(notification.REACHED, Goal.STOPPED, "is in service")


def _names_a_copy_that_is_none(patch: pytest.MonkeyPatch) -> None:
    told = lambda view, evidence, node: [f"{view.name}: SALES2 serves, and SALES1 has every commit."]  # noqa: E731
    patch.setattr(standing, "_sentences", told)


def _keeps_silent_about_failovers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(standing, "NO_FAILOVER_BY_ITSELF", "all is well")


def _says_that_there_is_no_cache(patch: pytest.MonkeyPatch) -> None:
    told = lambda *, sentence: Complete(sentence=sentence.replace("cache on NVMe", "no write cache"))  # noqa: E731
    patch.setattr(return_to_service, "Complete", told)


def _leaves_protection_off(patch: pytest.MonkeyPatch) -> None:
    left = tuple(each for each in safeguards.SAFEGUARDS if each is not safeguards.protection_first)
    patch.setattr(safeguards, "SAFEGUARDS", left)


def _calls_all_data_safe(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(notification, "data_safety", lambda outcome, code, *, acted: "Yes.")


def _says_that_nothing_was_changed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(notification, "data_safety", lambda outcome, code, *, acted: data_safety.REFUSED_UNEXAMINED)


def _keeps_silent_about_what_stays_lowered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(return_to_service, "lowered_told", lambda situation: "")


LIES: tuple[tuple[str, Callable[[pytest.MonkeyPatch], None], str], ...] = (
    ("stop-by-document", _calls_a_stopped_node_in_service, "is in service, and it wasn't"),
    ("stop-by-document", _names_a_copy_that_is_none, "said that SALES1 has every commit of sales-ag, and it hadn't"),
    ("stop-by-document", _keeps_silent_about_failovers, "left out that no replica of sales-ag fails over by itself"),
    ("stop-by-document", _leaves_protection_off, "said that stop protection of SALES1 is on, and it was off"),
    ("dirty-stop", _says_that_there_is_no_cache, "said of the cache of SALES2: no write cache"),
    ("dirty-stop-of-both", _calls_all_data_safe, "called the data safe while SALES2 "),
    ("evacuation-fails", _says_that_nothing_was_changed, "said that nothing was changed, after "),
    ("fewer-copies-primary-fails", _keeps_silent_about_what_stays_lowered, "demands fewer secondaries for a commit"),
)


@pytest.mark.campaign(suite=4)
@pytest.mark.parametrize(("name", "plant", "told"), LIES)
def test_a_lie_of_the_product_is_named(synthesized, monkeypatch, name, plant, told):
    plant(monkeypatch)
    run = run_story(load_story(name), seed=1, templates=synthesized, progress=SilentProgress())
    found = [each.observed for each in run.outcome.violations if each.invariant == "messages-true"]
    assert any(told in each for each in found), found
