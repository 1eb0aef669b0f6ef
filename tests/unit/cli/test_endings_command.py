"""`cachewarden endings` as a person meets it; what it runs is tested elsewhere."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cli.main import app
from rehearsal.campaigns.ending import Ending
from rehearsal.campaigns.endings_table import stories
from rehearsal.campaigns.trials import Trial, TrialResult


def as_declared(story: str) -> TrialResult:
    return TrialResult(
        trial=Trial(story=story, seed=1), problems=(), outcome="Goal", code="CW6001", ending=Ending.DECLARED,
        injected=0, never_injected=(), virtual_seconds=1.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nope"], "'nope'"),
        (["--faults-of", "nope"], "'nope'"),
        (["--against", "missing.md"], "missing.md"),
        (["--resume", "page.md", "--write", "page.md"], "--write"),
    ],
)
def test_what_does_not_exist_is_named_and_the_exit_code_is_2(arguments, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["endings", *arguments])
    assert result.exit_code == 2
    assert told in result.output


@pytest.mark.parametrize("option", ["--against", "--add-to", "--resume"])
@pytest.mark.parametrize("content", [b"# Notes\n\n| `return` | 3 |\n", b"\xff\xfe#"])
def test_a_file_that_is_no_page_of_endings_is_refused_and_kept(option, content, tmp_path, monkeypatch):
    monkeypatch.setattr("rehearsal.campaigns.variations.with_each_fact", lambda *_, **__: pytest.fail("it is run"))
    file = tmp_path / "README.md"
    file.write_bytes(content)
    result = CliRunner().invoke(app, ["endings", "return", option, str(file)])
    assert result.exit_code == 2
    assert f"{option}: {file} is no page of endings" in result.output
    assert file.read_bytes() == content


def test_what_was_cut_off_goes_on_with_the_stories_that_the_page_has_not(tmp_path, monkeypatch):
    begun: list[str] = []

    def cut_off(story: str, *, seed: int) -> list[Trial]:
        begun.append(story)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return []

    monkeypatch.setattr("rehearsal.campaigns.variations.with_each_fact", cut_off)
    monkeypatch.setattr("cli.endings.run_and_tell", lambda *_, **__: [as_declared(begun[-1])])
    page = tmp_path / "endings.md"
    chosen = ["endings", "return", "one-nvme", "--resume", str(page)]
    assert CliRunner().invoke(app, chosen).exit_code != 0
    assert stories(page.read_text("utf-8")) == {"return"}
    assert CliRunner().invoke(app, chosen).exit_code == 0
    assert stories(page.read_text("utf-8")) == {"return", "one-nvme"}
    assert begun == ["return", "one-nvme", "one-nvme"]
