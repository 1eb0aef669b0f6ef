"""What stories asked of IAM is kept by content: an unchanged tree is played once, whoever asks, a changed one anew."""

from __future__ import annotations

import shutil
import threading

import pytest

from checks.check import Check
from checks.policies import granted_calls, grants, story_calls_kept
from checks.policies.story_calls import DISTURBED, StoryCalls, calls_of, play_all, runs
from checks.policies.story_calls_kept import KEPT_CONTENTS, content_hash, keep, kept_or_played
from checks.run import run
from rehearsal.aws.cloudformation.synthesis import ROOT, SOURCES
from rehearsal.aws.iam.authorizer import GrantUse
from rehearsal.aws.iam.denial import Denial
from rehearsal.scenarios.story import story_names

TEMPLATES = {"CacheWarden": {"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}}
ANSWER = (
    StoryCalls(story="calm", grants=frozenset({GrantUse(holder="Role", sid="Own", action="ec2:StopInstances")})),
    StoryCalls(story="odd", complaints=("goal: expected Stopped, observed InService",)),
    StoryCalls(story="denied", denials=(Denial(principal="p", action="a:B", resource="*", why="because"),)),
)


class Player:
    """Answers without playing and counts how often it had to."""

    def __init__(self, answer=ANSWER, meanwhile=lambda: None):
        self.plays = 0
        self._answer = answer
        self._meanwhile = meanwhile

    def __call__(self, templates, names):
        self.plays += 1
        self._meanwhile()
        return tuple(calls for calls in self._answer if calls.story in names)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A small tree whose content is hashed instead of this one's."""
    for name in SOURCES:
        (tmp_path / name).mkdir()
    for path in ("rehearsal/simulation/run.py", "rehearsal/scenarios/stories/calm.yaml", "checks/documents/sizes.py"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("as it is")
    (tmp_path / "checks/policies").mkdir()
    (tmp_path / "checks/policies/story_calls.py").write_text("as it is")
    monkeypatch.setattr(story_calls_kept, "content_hash", lambda templates: content_hash(templates, tmp_path))
    monkeypatch.setattr(story_calls_kept, "runs", lambda: tuple(calls.story for calls in ANSWER))
    return tmp_path


def test_an_unchanged_tree_is_played_once_and_the_kept_answer_is_the_played_one(tree, tmp_path):
    player = Player()
    answers = [kept_or_played(TEMPLATES, tmp_path / "cache", player) for _ in range(2)]
    assert answers == [ANSWER, ANSWER]
    assert player.plays == 1


@pytest.mark.parametrize(
    "path",
    [
        "lambdas/handlers.py",
        "infra/app.py",
        "rehearsal/simulation/run.py",
        "rehearsal/scenarios/stories/new.yaml",
        "checks/policies/story_calls.py",
    ],
)
def test_a_changed_source_is_played_anew(tree, tmp_path, path):
    player = Player()
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    (tree / path).write_text("otherwise")
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    assert player.plays == 2


@pytest.mark.parametrize("path", ["checks/documents/sizes.py", "rehearsal/__pycache__/play.cpython.pyc", "README.md"])
def test_what_no_play_reads_keeps_the_answer(tree, tmp_path, path):
    player = Player()
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    (tree / path).parent.mkdir(exist_ok=True)
    (tree / path).write_text("otherwise")
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    assert player.plays == 1


def test_other_templates_are_played_anew(tree, tmp_path):
    player = Player()
    for templates in (TEMPLATES, {"CacheWarden": {"Resources": {}}}):
        kept_or_played(templates, tmp_path / "cache", player)
    assert player.plays == 2


def test_a_source_that_is_moved_is_a_change(tree, tmp_path):
    before = content_hash(TEMPLATES, tree)
    shutil.move(tree / "rehearsal/simulation/run.py", tree / "rehearsal/played.py")
    assert content_hash(TEMPLATES, tree) != before


def test_of_stories_only_one_that_cannot_be_played_is_played_again(tree, tmp_path):
    player = Player((StoryCalls(story="calm", failure="KeyError: 'x'"), *ANSWER[1:]))
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    assert kept_or_played(TEMPLATES, tmp_path / "cache", Player()) == ANSWER
    assert player.plays == 1


def test_what_another_played_of_this_tree_is_not_played_again(tree, tmp_path):
    for calls in ANSWER:
        keep(calls, content=content_hash(TEMPLATES, tree), cache=tmp_path / "cache")
    player = Player()
    assert kept_or_played(TEMPLATES, tmp_path / "cache", player) == ANSWER
    assert player.plays == 0


def test_an_answer_of_a_tree_that_was_edited_meanwhile_is_not_kept_for_what_it_was(tree, tmp_path):
    source = tree / "rehearsal/simulation/run.py"
    edits = iter(("edited", "as it is"))
    player = Player(meanwhile=lambda: source.write_text(next(edits)))
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    source.write_text("as it is")
    kept_or_played(TEMPLATES, tmp_path / "cache", player)
    assert player.plays == 2


def test_two_that_ask_at_once_play_once(tree, tmp_path):
    begun, go_on = threading.Event(), threading.Event()
    player = Player(meanwhile=lambda: (begun.set(), go_on.wait(30)))
    answers = []

    def ask():
        answers.append(kept_or_played(TEMPLATES, tmp_path / "cache", player))

    first, second = threading.Thread(target=ask), threading.Thread(target=ask)
    first.start()
    assert begun.wait(30)
    second.start()
    go_on.set()
    first.join(30)
    second.join(30)
    assert answers == [ANSWER, ANSWER]
    assert player.plays == 1


def test_only_the_newest_contents_are_kept(tree, tmp_path):
    for number in range(KEPT_CONTENTS + 3):
        (tree / "rehearsal/simulation/run.py").write_text(f"{number}")
        kept_or_played(TEMPLATES, tmp_path / "cache", Player())
    assert len([path for path in (tmp_path / "cache").iterdir() if path.is_dir()]) == KEPT_CONTENTS


def test_all_stories_are_played_and_some_disturbed():
    assert set(runs()) == {*story_names(), *DISTURBED}


@pytest.mark.campaign
def test_other_processes_play_the_same(synthesized):
    """Shortest stories only; each of two processes plays one."""
    names = ("os-reboot", "target-behind")
    there = play_all(synthesized, names)
    assert there == tuple(calls_of(name, synthesized) for name in names)
    assert all(calls.grants and calls.failure is None for calls in there)


def test_a_player_that_breaks_off_is_an_error(synthesized):
    with pytest.raises(RuntimeError, match="story_calls_player"):
        play_all(synthesized, ("no such story",))


def test_a_story_that_cannot_be_played_says_nothing_of_grants(deployment, monkeypatch):
    monkeypatch.setattr(
        "checks.policies.grants.story_calls", lambda templates: (StoryCalls(story="calm", failure="KeyError: 'x'"),)
    )
    (finding,) = grants.findings(deployment)
    assert finding.problem == "it can't be said which grants are used: calm can't be played"


def test_the_checks_of_one_process_judge_the_same_plays(tree, tmp_path, monkeypatch):
    player = Player((StoryCalls(story="calm", failure="KeyError: 'x'"), *ANSWER[1:]))
    monkeypatch.setattr(story_calls_kept, "play_all", player)
    monkeypatch.setattr(story_calls_kept, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(story_calls_kept, "_asked", [])
    assert story_calls_kept.story_calls(TEMPLATES) is story_calls_kept.story_calls(TEMPLATES)
    assert player.plays == 1


def test_what_a_check_waits_for_is_begun_before_the_first_check():
    order = []
    first = Check(name="first", proves="It is so.", findings=lambda deployment: order.append("first") or ())
    second = Check(
        name="second",
        proves="It is so.",
        findings=lambda deployment: (),
        ahead=lambda deployment: order.append("ahead"),
    )
    list(run([first, second], None))
    assert order == ["ahead", "first"]
    assert all(check.CHECK.ahead is not None for check in (granted_calls, grants))


def test_plays_that_break_off_are_an_error_of_whoever_waits_for_them(tree, tmp_path, monkeypatch):
    def break_off(templates, names):
        raise RuntimeError("it broke off")

    monkeypatch.setattr(story_calls_kept, "play_all", break_off)
    monkeypatch.setattr(story_calls_kept, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(story_calls_kept, "_asked", [])
    story_calls_kept.play_ahead(TEMPLATES)
    with pytest.raises(RuntimeError, match="it broke off"):
        story_calls_kept.story_calls(TEMPLATES)


def test_the_answer_is_kept_outside_of_what_is_committed():
    assert story_calls_kept.CACHE.relative_to(ROOT).parts[0] == ".cache"
