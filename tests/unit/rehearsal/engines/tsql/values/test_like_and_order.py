"""LIKE against a matcher that goes letter by letter, and the order of strings against the documented one."""

from __future__ import annotations

import random

import pytest

from rehearsal.engines.tsql import Session, compile_batch
from rehearsal.engines.tsql.values import types as t

LETTERS = "abcABC01_%-^ ]["
CS = "Latin1_General_CS_AS"


def rank(letter):
    """Its place in a dictionary: punctuation, digits, letters; small before capital."""
    return (0 if not letter.isalnum() else 1 if letter.isdigit() else 2, letter.lower(), letter.isupper())


def same(one, other, *, sensitive):
    return one == other if sensitive else one.lower() == other.lower()


def parts(pattern, escape):
    """The pattern as a list of '%', '_', (letter,) or (negated, members); None when it can match nothing."""
    found, at = [], 0
    while at < len(pattern):
        letter, at = pattern[at], at + 1
        if letter == escape:
            if at == len(pattern):
                return None
            found.append((pattern[at],))
            at += 1
        elif letter in "%_":
            found.append(letter)
        elif letter == "[":
            negated = pattern[at : at + 1] == "^"
            at += negated
            members = []
            while True:
                if at >= len(pattern):
                    return None
                if pattern[at] == "]":
                    break
                if pattern[at] == escape and at + 1 < len(pattern):
                    at += 1
                low, at = pattern[at], at + 1
                high = low
                if at + 1 < len(pattern) and pattern[at] == "-" and pattern[at + 1] != "]":
                    at += 1
                    if pattern[at] == escape and at + 1 < len(pattern):
                        at += 1
                    high, at = pattern[at], at + 1
                members.append((low, high))
            at += 1
            found.append((negated, members))
        else:
            found.append((letter,))
    return found


def matches(text, pattern, *, sensitive):
    if not pattern:
        return text == ""
    first, rest = pattern[0], pattern[1:]
    if first == "%":
        return any(matches(text[skip:], rest, sensitive=sensitive) for skip in range(len(text) + 1))
    if not text:
        return False
    if first == "_":
        hit = True
    elif len(first) == 1:
        hit = same(text[0], first[0], sensitive=sensitive)
    else:
        negated, members = first
        hit = any(within(text[0], low, high, sensitive=sensitive) for low, high in members) is not negated
    return hit and matches(text[1:], rest, sensitive=sensitive)


def within(letter, low, high, *, sensitive):
    if low == high:
        return same(letter, low, sensitive=sensitive)
    if sensitive:
        return rank(low) <= rank(letter) <= rank(high)
    return rank(low.lower()) <= rank(letter.lower()) <= rank(high.lower())


@pytest.mark.parametrize("sensitive", [False, True])
@pytest.mark.parametrize("block", range(5))
def test_like_matches_letter_by_letter(server, block, sensitive):
    rng = random.Random(block)
    session = Session(server=server, compile=compile_batch, login="x")
    collate = f" COLLATE {CS}" if sensitive else ""
    hits = 0
    for _ in range(400):
        pattern = "".join(
            rng.choices(LETTERS, weights=[3, 3, 2, 2, 2, 1, 1, 1, 2, 4, 2, 1, 1, 2, 3], k=rng.randint(0, 6))
        )
        text = "".join(rng.choices(LETTERS, k=rng.randint(0, 4)))
        if rng.random() < 0.5:  # likely to match
            text = "".join(rng.choice("aB0") if letter in "_[]^-%" else letter.swapcase() for letter in pattern)
        escape = rng.choice((None, "!", "a"))
        clause = "" if escape is None else f" ESCAPE N'{escape}'"
        (result,) = session.execute(
            f"SELECT CASE WHEN @v{collate} LIKE @p{clause} THEN 1 ELSE 0 END",
            {"@v": (t.nvarchar(50), text), "@p": (t.nvarchar(50), pattern)},
        )
        wanted = parts(pattern, escape)
        expected = wanted is not None and matches(text, wanted, sensitive=sensitive)
        assert result.rows == [(int(expected),)], (text, pattern, escape)
        hits += expected
    assert hits > 20


@pytest.mark.parametrize(
    ("value", "pattern", "found"),
    [
        ("'abc '", "'abc'", True),  # two varchars: trailing blanks of the value don't count
        ("N'abc '", "N'abc'", False),  # Unicode: they do
        ("'abc'", "'abc '", False),  # those of the pattern always do
        ("'D:\\Data\\x.mdf'", "N'D:\\%'", True),
        ("'100%'", "'%[%]'", True),
        ("'a'", "NULL", False),
        ("N'É'", "N'e' COLLATE Latin1_General_CI_AI", True),
        ("N'É'", "N'é'", True),
        ("N'É'", "N'e'", False),
    ],
)
def test_blanks_wildcards_and_accents(rows, value, pattern, found):
    assert rows(f"SELECT 1 WHERE {value} LIKE {pattern}") == ([(1,)] if found else [])


def test_a_longer_escape_is_506(error):
    assert error("SELECT 1 WHERE 'a' LIKE 'b' ESCAPE '!!'") == 506


@pytest.mark.parametrize(
    ("collation", "ordered"),
    [
        ("SQL_Latin1_General_CP1_CI_AS", ["_x", "1", "10", "2", "a", "A", "á", "ab", "b", "É", "f", "Z"]),
        (CS, ["_x", "1", "10", "2", "a", "A", "á", "ab", "b", "É", "f", "Z"]),
        ("Latin1_General_BIN2", ["1", "10", "2", "A", "Z", "_x", "a", "ab", "b", "f", "É", "á"]),
    ],
)
def test_strings_sort_as_the_collation_says(rows, collation, ordered):
    shuffled = random.Random(5).sample(ordered, len(ordered))
    if collation.startswith("SQL"):  # equal ones stay as they come
        shuffled.remove("A")
        shuffled.append("A")
    values = ", ".join(f"(N'{text}')" for text in shuffled)
    found = rows(f"SELECT v.x FROM (VALUES {values}) AS v(x) ORDER BY v.x COLLATE {collation}")
    assert [text for (text,) in found] == ordered


def test_strings_are_equal_without_case_and_trailing_blanks(rows):
    assert rows("SELECT COUNT(DISTINCT x), MIN(x) FROM (VALUES ('a'), ('A '), ('b')) AS v(x)") == [(2, "a")]
    assert rows(f"SELECT COUNT(DISTINCT x COLLATE {CS}) FROM (VALUES ('a'), ('A '), ('b')) AS v(x)") == [(3,)]


def test_a_case_sensitive_database_tells_names_and_values_apart(server):
    server.its_collation = CS
    session = Session(server=server, compile=compile_batch, login="x")

    def run(text):
        (found,) = session.execute(text)
        return getattr(found, "rows", None) if hasattr(found, "rows") else found.number

    assert run("SELECT name FROM sys.databases WHERE name = 'SALES'") == []
    assert run("SELECT name FROM sys.databases WHERE name = 'SALES' COLLATE Latin1_General_CI_AS") == [("Sales",)]
    assert run("SELECT name FROM sys.databases WHERE name IN ('sales', 'Sales')") == [("Sales",)]
    assert run("SELECT NAME FROM sys.databases") == 207
    assert run("SELECT name FROM sys.Databases") == 208
    assert run("SELECT 1 WHERE 'a' LIKE 'A'") == []
    assert run("SELECT CHARINDEX('S', 'sS'), REPLACE('aA', 'A', 'x')") == [(2, "ax")]


def test_two_explicit_collations_cannot_be_reconciled(error):
    assert error(f"SELECT 1 WHERE 'a' COLLATE {CS} = 'a' COLLATE Latin1_General_BIN2") == 468
    assert error("SELECT 'a' COLLATE no_such_collation") == 448
