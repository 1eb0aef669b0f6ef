"""A story file that doesn't fit is refused with the file, the place and what is expected there."""

from __future__ import annotations

from itertools import count

import pytest
import yaml

from rehearsal.scenarios import story
from rehearsal.scenarios.story import Story, StoryError, load_story

FIT = {"intent": "Nothing happens.", "steps": [{"stop": "SALES1"}], "expect": {"outcome": "none", "goal": None}}
_number = count()


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """Loads a story with these parts replaced."""
    monkeypatch.setattr(story, "FOLDER", tmp_path)

    def load(**parts) -> Story:
        name = f"own-{next(_number)}"  # loaded stories are remembered by name
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump({**FIT, **parts}))
        return load_story(name)

    return load


def test_what_a_file_leaves_out_has_its_default(loaded):
    assert loaded().not_opted_in == ()
    assert loaded(not_opted_in=["SALES1"]).not_opted_in == ("SALES1",)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"automation": "SALES1"}, "needs document"),
        ({"health-notice": "SALES1"}, "needs notice"),
        ({"set-tags": "SALES1"}, "needs tags"),
        ({"node": "SALES1"}, "needs exactly one of stop, start, automation"),
        ({"stop": "SALES1", "start": "SALES1"}, "needs exactly one of"),
        ({"stop": "SALES1", "force": True}, "force"),
        ({"cancel": "SALES1", "when": "EvacuateCache"}, "nothing is under way before the first step"),
    ],
)
def test_a_step_that_does_not_fit_is_refused(loaded, step, said):
    with pytest.raises(StoryError, match=r"own-\d+\.yaml: .*" + said):
        loaded(steps=[step])


def test_an_expectation_that_nobody_looks_at_is_refused(loaded):
    with pytest.raises(StoryError, match="automation"):
        loaded(expect={"outcome": "none", "goal": None, "automation": "Success"})
