"""What all tests share: the synthesized templates, made once, and a collector that looks at what tests leave."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from rehearsal.aws.cloudformation.synthesis import templates
from tests.campaigns import cases_of_the_suite
from tests.longest import JUDGES_THE_STORIES, LONGEST
from tests.unit.rehearsal.engines.powershell.conformance_summary import pytest_terminal_summary

__all__ = ["pytest_collection_finish", "pytest_collection_modifyitems", "pytest_terminal_summary", "synthesized"]

OBJECTS_UNTIL_A_LOOK = 200_000


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests come first: begun last, one of them would keep a worker busy while the other has no test.

    The last one judges what the tests of stories played. What only `make campaigns` runs is left out.
    """
    if not any("::" in argument for argument in config.args):  # a test that is named is run
        items[:], left = cases_of_the_suite(items)
        config.hook.pytest_deselected(items=left)
    items.sort(key=lambda item: _place(getattr(item, "originalname", item.name)))


def _place(name: str) -> int:
    if name == JUDGES_THE_STORIES:
        return 2
    return 0 if name in LONGEST else 1


def pytest_collection_finish() -> None:
    """Python's collector walks every module, grammar and test item again and again: a fifth of the suite's CPU.

    What was loaded to collect the tests is frozen out of its sight, and it looks at 200,000 new objects at a time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_UNTIL_A_LOOK, 10, 10)


@pytest.fixture(scope="session")
def synthesized() -> dict[str, dict[str, Any]]:
    """Stack name -> template; from the cache by content, so that an unchanged tree isn't synthesized twice."""
    return templates()
