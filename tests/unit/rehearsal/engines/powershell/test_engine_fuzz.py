"""Whatever text comes in, the engine answers or refuses: no crash, no hang, no other exception."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rehearsal.engines.powershell import Engine, Unsupported
from tests.campaigns import examples
from tests.unit.rehearsal.engines.powershell.corpus import CASES, CORPUS
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost

STEPS = 3000
TOKENS = (
    "$x", "$_", "@(", ")", "{", "}", "[int]", "'a'", '"$x"', "|", ",", ";", "=", "+=", "-eq", "-f", "..", "+", "-",
    "*", "/", "%", "!", "&", ".", "if", "else", "foreach", "in", "try", "catch", "throw", "return", "switch", "1",
    "2.5", "1kb", "$null", "$true", "@{", "a", "b", "::", ".Length", ".ToString()", "ForEach-Object",
    "Where-Object", "Write-Output", "function", "F", "param",
)  # fmt: skip


def answers_or_refuses(text: str) -> None:
    try:
        Engine(host=MemoryHost(), step_budget=STEPS, depth_budget=40).run_script(text, name="fuzz.ps1")
    except Unsupported as refusal:
        assert refusal.construct
        assert "internal error" not in refusal.construct, refusal.__cause__


@settings(deadline=None, max_examples=examples(150))
@given(st.binary(max_size=200))
def test_random_bytes_are_answered_or_refused(data: bytes) -> None:
    answers_or_refuses(data.decode("latin-1"))


@settings(deadline=None, max_examples=examples(250))
@given(st.lists(st.sampled_from(TOKENS), max_size=25))
def test_random_tokens_are_answered_or_refused(tokens: list[str]) -> None:
    answers_or_refuses(" ".join(tokens))


def test_truncated_scripts_are_answered_or_refused() -> None:
    dice = random.Random(20260203)
    for case in CASES:
        text = (CORPUS / case).read_text(encoding="utf-8")
        for _ in range(2):
            answers_or_refuses(text[: dice.randrange(len(text))])


def test_scripts_with_a_line_missing_are_answered_or_refused() -> None:
    dice = random.Random(5)
    for case in CASES:
        lines = (CORPUS / case).read_text(encoding="utf-8").splitlines()
        del lines[dice.randrange(len(lines))]
        answers_or_refuses("\n".join(lines))
