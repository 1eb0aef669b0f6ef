"""The README's picture: made from a run by a command, and current."""

from __future__ import annotations

import struct

import pytest

from rehearsal.aws.cloudformation.synthesis import ROOT
from rehearsal.report.page import picture

README_PICTURE = ROOT / "docs" / "rehearsal.png"
README_STORY = "stop-and-return"


def size(path):
    """Width and height in a PNG's header."""
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", head[16:24])


def test_the_readme_picture_shows_the_story_as_it_is_now(synthesized):
    kept = picture.hash_file(README_PICTURE).read_text("utf-8")
    assert kept == picture.hashes(picture.page_of(README_STORY), README_PICTURE), (
        f"take it again: python -m rehearsal.report.page.picture {README_STORY} {README_PICTURE.relative_to(ROOT)}"
    )
    assert size(README_PICTURE)[0] == picture.WIDTH_PX


def test_the_command_writes_picture_and_hash(page, monkeypatch, tmp_path):
    monkeypatch.setattr(picture, "page_of", lambda story: page)
    out = tmp_path / "new" / "picture.png"
    assert picture.main(["stop-and-return", str(out)]) == 0
    width, height = size(out)
    assert width == picture.WIDTH_PX
    assert 600 < height < 1400
    assert picture.hash_file(out).read_text("utf-8") == picture.hashes(page, out)


def test_another_layout_or_other_bytes_are_another_picture(page, tmp_path):
    out = tmp_path / "picture.png"
    out.write_bytes(b"one")
    first = picture.hashes(page, out)
    assert picture.hashes(page.replace("border-radius: 3px", "border-radius: 4px"), out) != first
    out.write_bytes(b"other")
    assert picture.hashes(page, out) != first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [([], "usage:"), (["stop-and-return"], "usage:"), (["nosuch", "out.png"], "no story is called 'nosuch'")],
)
def test_a_wrong_command_is_told_what_is_right(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert picture.main(arguments) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
