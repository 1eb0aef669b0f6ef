"""The hand-made run and its page, once for all tests that only look."""

from __future__ import annotations

import pytest
from recorded_scene import stop_and_return

from rehearsal.report.page.page import render
from rehearsal.report.page.view import report_of


@pytest.fixture(scope="session")
def scene():
    return stop_and_return()


@pytest.fixture(scope="session")
def report(scene):
    return report_of(scene.result())


@pytest.fixture(scope="session")
def page(report):
    return render(report)
