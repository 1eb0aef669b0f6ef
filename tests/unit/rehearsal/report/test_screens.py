"""docs/screens.md shows what Systems Manager says of people's documents; one refusal is held, all take minutes."""

from __future__ import annotations

from rehearsal.report import screens

OPT_OUT = "CacheWarden-OptOut"


def test_the_page_shows_a_refusal_as_it_is_told_now():
    told = screens.screen(screens.refused({OPT_OUT: ()})[OPT_OUT])
    status, _, rest = told.partition("\n")
    assert status.startswith("Status     Failed, after ")
    assert "CW6114 The node isn't opted in" in " ".join(rest.split())
    assert rest in screens.PAGE.read_text("utf-8")
