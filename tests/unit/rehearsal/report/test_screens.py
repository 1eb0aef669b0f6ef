"""docs/screens.md shows what Systems Manager says of people's documents now; two of them are held, all take minutes."""

from __future__ import annotations

from rehearsal.report import screens

ESTIMATE, OPT_OUT = "CacheWarden-EstimateEvacuation", "CacheWarden-OptOut"


def test_the_page_shows_a_run_that_is_done_as_it_ends_now():
    done = screens.done_in(("estimate",))
    assert screens.screen(done[ESTIMATE]) in screens.PAGE.read_text("utf-8")


def test_the_page_shows_a_refusal_as_it_is_told_now():
    refused = screens.refused({OPT_OUT: ()})
    told = screens.screen(refused[OPT_OUT])
    assert "CW6114 The node isn't opted in" in " ".join(told.split())
    assert told in screens.PAGE.read_text("utf-8")
