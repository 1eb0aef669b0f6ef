"""Tags say what the owner allows; what can't be understood means the most careful answer."""

from datetime import UTC, datetime

import pytest

from cachewarden.operation.policy import Answer, Reseed, policy_from_tags

NOW = datetime(2026, 2, 3, tzinfo=UTC)


def test_the_defaults_are_those_of_the_design():
    policy = policy_from_tags({"cachewarden:managed": "true"})

    assert policy.managed
    assert (policy.on_stop, policy.on_health, policy.rebuild) == (Answer.AUTO, Answer.APPROVE, Answer.AUTO)
    assert policy.reseed is Reseed.SEEDING and not policy.snoozed(NOW)


@pytest.mark.parametrize("text", ["TRUE", " true ", "True"])
def test_opting_in_has_one_spelling_as_our_roles_policies_have(text):
    policy = policy_from_tags({"cachewarden:managed": text})
    assert (policy.managed, policy.misspelt) == (False, text)


@pytest.mark.parametrize("text", ["", "yes", "1", "false", "truthy"])
def test_opting_in_guesses_nothing(text):
    assert not policy_from_tags({"cachewarden:managed": text}).managed


@pytest.mark.parametrize("nonsense", ["Auto!", "always", "none"])
def test_nonsense_means_the_careful_answer(nonsense):
    policy = policy_from_tags(
        {"cachewarden:on-stop": nonsense, "cachewarden:on-health": nonsense, "cachewarden:rebuild": nonsense}
    )

    assert (policy.on_stop, policy.on_health, policy.rebuild) == (Answer.NOTIFY, Answer.NOTIFY, Answer.APPROVE)


@pytest.mark.parametrize(
    ("text", "snoozed"),
    [("2026-02-04T00:00:00Z", True), ("2026-02-02T00:00:00Z", False), ("tomorrow", False), ("2026-02-04", False)],
)
def test_snoozing_needs_a_time_with_a_zone(text, snoozed):
    assert policy_from_tags({"cachewarden:snooze-until": text}).snoozed(NOW) is snoozed


def test_calendars_are_names_between_blanks_and_a_rebuild_asks_none():
    policy = policy_from_tags({"cachewarden:calendar": "  freeze year-end ", "cachewarden:rebuild": "calendar"})
    assert policy.calendars == ("freeze", "year-end")
    assert policy.rebuild is Answer.APPROVE
    assert policy_from_tags({}).calendars == ()
