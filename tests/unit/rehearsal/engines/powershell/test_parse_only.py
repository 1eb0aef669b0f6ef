"""`--parse-only`: one line per file and the exit code."""

from __future__ import annotations

from rehearsal.engines.powershell.tools.parse_only import main


def test_one_line_per_file_and_exit_code_one_when_any_failed(tmp_path, capsys):
    good, bad = tmp_path / "good.ps1", tmp_path / "bad.ps1"
    good.write_text("1 + 1\n", encoding="utf-8")
    bad.write_text("foo\n  if (1) 2\n", encoding="utf-8")
    assert main([str(good), str(bad)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{good}: ok"
    assert lines[1].startswith(f"{bad}:2:8: ")
    assert len(lines) == 2


def test_exit_code_zero_when_all_parse(tmp_path, capsys):
    good = tmp_path / "good.ps1"
    good.write_text("1", encoding="utf-8")
    assert main([str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: ok\n"


def test_byte_order_marks_and_other_encodings_are_understood(tmp_path, capsys):
    for name, content in (
        ("mark.ps1", b"\xef\xbb\xbf'x'"),
        ("wide.ps1", "'é'".encode("utf-16")),
        ("page.ps1", b"'caf\xe9'"),
    ):
        (tmp_path / name).write_bytes(content)
        assert main([str(tmp_path / name)]) == 0
    capsys.readouterr()


def test_a_file_that_cannot_be_read_fails_with_a_line_of_its_own(tmp_path, capsys):
    assert main([str(tmp_path / "none.ps1")]) == 1
    assert "cannot be read" in capsys.readouterr().out
