"""docs/without-write-cache.md says how each kind of node ends: a sample of its lines is played."""

from __future__ import annotations

import pytest

from rehearsal.report.profiles import PAGE, Cell, State, cells, row

TEXT = PAGE.read_text("utf-8")
SAMPLE = (
    Cell(profile="write cache", nvme=2, in_group=True, state=State.SQL_STOPPED),
    Cell(profile="tempdb on NVMe", nvme=1, in_group=True, state=State.SQL_STOPPED),
    Cell(profile="tempdb on NVMe", nvme=2, in_group=False, state=State.RUNS),
    Cell(profile="nothing on NVMe", nvme=0, in_group=True, state=State.RUNS),
    Cell(profile="nothing on NVMe", nvme=4, in_group=False, state=State.SQL_STOPPED),
    Cell(profile="write cache", nvme=2, in_group=False, state=State.INSTANCE_STOPPED),
)


@pytest.mark.parametrize("cell", SAMPLE, ids=str)
@pytest.mark.campaign(suite=2)
def test_a_line_is_as_it_is_played(cell):
    assert row(cell) in TEXT.splitlines()


def test_every_kind_of_node_has_one_line():
    lines = [line for line in TEXT.splitlines() if line.startswith("| ")]
    for cell in cells():
        head = f"| {' | '.join(cell.head)} |"
        assert len([line for line in lines if line.startswith(head)]) == 1, head
