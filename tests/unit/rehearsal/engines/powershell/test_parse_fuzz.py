"""Whatever the text, the parser answers with a tree or a ParseError: no crash, no endless loop, nothing else raised."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.parse_errors import ParseError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.script_files import decoded
from tests.repository import CONFORMANCE

PROGRAMS = [decoded(path.read_bytes()) for path in sorted((CONFORMANCE / "powershell").rglob("*.ps1"))]
FRAGMENTS = [
    *"(){}[]@$&|;,.:=+-*/%!<>`'\"#?\\~^_ \n\r\t\0a1“‘–",
    *["$(", "@(", "@{", "@'\n", "\n'@", '@"\n', '\n"@', "<#", "#>", "::", "..", "--%", "$x", "@x", "${", "-eq", "-x:"],
    *["if", "else", "foreach", "in", "switch", "function", "param", "class", "enum", "try", "catch", "finally", "data"],
    *["trap", "return", "break", "using", "static", "[int]", "[a()]", "begin", "process", "end", "1kb", "0x", "1e"],
    *["#requires ", "2>&1"],
]
BOUNDED = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def answer(text: str) -> nodes.ScriptBlock | ParseError:
    try:
        tree = parse.__wrapped__(text, "fuzz.ps1")
    except ParseError as error:
        assert error.file == "fuzz.ps1"
        assert error.line >= 1 and error.column >= 1
        assert error.message and error.error_id
        return error
    assert isinstance(tree, nodes.ScriptBlock)
    return tree


@BOUNDED
@given(st.binary(max_size=400))
def test_random_bytes_are_parsed_or_refused(content):
    answer(decoded(content))


@BOUNDED
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=60))
def test_random_fragments_of_syntax_are_parsed_or_refused(fragments):
    answer("".join(fragments))


@BOUNDED
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40))
def test_random_fragments_with_spaces_are_parsed_or_refused(fragments):
    answer(" ".join(fragments))


@BOUNDED
@given(st.integers(0, len(PROGRAMS) - 1), st.floats(0, 1))
def test_programs_cut_off_anywhere_are_parsed_or_refused(index, share):
    text = PROGRAMS[index]
    answer(text[: int(len(text) * share)])


@BOUNDED
@given(st.integers(0, len(PROGRAMS) - 1), st.integers(0, 2**32))
def test_programs_with_characters_lost_doubled_or_swapped_are_parsed_or_refused(index, seed):
    chance = random.Random(seed)
    characters = list(PROGRAMS[index])
    for _ in range(5):
        if not characters:
            break
        place = chance.randrange(len(characters))
        match chance.randrange(3):
            case 0:
                del characters[place]
            case 1:
                characters.insert(place, characters[place])
            case _:
                characters[place] = chance.choice(FRAGMENTS)
    answer("".join(characters))


@pytest.mark.parametrize(
    "opening",
    [
        *["(", "$(", "@(", "{", "@{a=", "[a(", "[a[", "-not ", "!", ",", "$a[", "$a.b(", "if(1){", '"$(', "$x=", "& {"],
        *["try{", "class a{b(){", "switch(1){1{", "function f{", "[a({", "@{a={", "$a.b{", "${a}[(", "return ("],
        *["-join @(", "[int](", "$(foo "],
    ],
)
@pytest.mark.parametrize("depth", [50, 3000])
def test_deep_nesting_is_refused_before_it_hurts(opening, depth):
    before = sys.getrecursionlimit()
    found = answer(opening * depth)
    assert isinstance(found, ParseError)
    assert sys.getrecursionlimit() == before


def test_a_long_chain_of_casts_is_refused():
    assert isinstance(answer("[int]" * 3000 + "1"), ParseError)
    assert isinstance(answer("[int]" * 50 + "1"), nodes.ScriptBlock)


def test_nesting_as_deep_as_scripts_have_it_is_parsed():
    depth = 40
    assert isinstance(answer("if ($x) { " * depth + "1" + " }" * depth), nodes.ScriptBlock)
    assert isinstance(answer("(" * depth + "1" + ")" * depth), nodes.ScriptBlock)


def test_long_flat_scripts_are_no_nesting():
    assert isinstance(answer("+".join(["1"] * 5000)), nodes.ScriptBlock)
    assert isinstance(answer(",".join(["1"] * 5000)), nodes.ScriptBlock)
    assert isinstance(answer("$x" + ".a[0]" * 3000), nodes.ScriptBlock)
    assert isinstance(answer("foo\n" * 5000), nodes.ScriptBlock)
    assert isinstance(answer("if (1) { } " + "elseif (2) { } " * 2000), nodes.ScriptBlock)


def test_text_that_must_be_scanned_again_and_again_ends_in_a_refusal():
    """Attributes that turn out to be none are parsed twice on every level of nesting."""
    assert isinstance(answer("[a({" * 30 + "1" + "})]" * 30), ParseError)
