"""Uncertain facts by name: each field that is this or that has all its values, and a text turns one."""

from __future__ import annotations

import pytest

from checks.documentation.assumptions import SETTINGS
from rehearsal.world.settings import Ec2Settings, Settings, VolumeSettings
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.settings import RepairReturns, StorageSettings
from rehearsal.world.uncertain_facts import (
    FURTHER_VALUES,
    PARTS,
    UnknownFactError,
    listen,
    settings_with,
    uncertain_facts,
)
from rehearsal.world.windows.settings import WindowsSettings


def test_a_boolean_has_both_values_an_enumeration_all_and_a_listed_field_what_is_listed():
    facts = {fact.name: fact for fact in uncertain_facts()}
    assert list(facts["storage.lists_jobs"].others) == ["storage.lists_jobs=no"]
    assert facts["storage.repair_returns"].values == (RepairReturns.WHEN_DONE, RepairReturns.AT_ONCE)
    assert set(FURTHER_VALUES) <= set(facts)


def test_a_default_comes_first_and_is_not_among_the_others():
    for fact in uncertain_facts():
        assert fact.default not in fact.others
        assert len(set(fact.others)) == len(fact.values) - 1


def test_each_text_turns_its_field_and_no_other():
    settings = settings_with(["storage.repair_returns=at once", "sql.disconnected_replica_role=2"])
    assert settings.part(StorageSettings) == StorageSettings(repair_returns=RepairReturns.AT_ONCE)
    assert settings.part(SqlSettings) == SqlSettings(disconnected_replica_role=2)
    assert settings.part(Ec2Settings) == Ec2Settings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("storage.list_jobs=no", "storage.lists_jobs"),
        ("storage.lists_jobs", "'yes', 'no'"),
        ("storage.lists_jobs=maybe", "'yes', 'no'"),
    ],
)
def test_a_text_that_names_no_fact_or_no_value_is_refused_with_what_there_is(text, told):
    with pytest.raises(UnknownFactError, match=told):
        settings_with([text])


def test_each_fact_that_is_read_is_heard_with_the_value_that_was_set_and_no_other():
    heard: list[str] = []
    settings = settings_with(["storage.lists_jobs=no"])
    listen(settings, heard.append)
    assert heard == []
    assert settings.part(StorageSettings).lists_jobs is False
    assert settings.ec2.instance_store_serial_changes is Settings().ec2.instance_store_serial_changes
    settings.begin_with(WindowsSettings, {"build_number": 26100})  # nothing is read
    assert heard == ["storage.lists_jobs", "ec2.instance_store_serial_changes"]


def test_every_setting_of_the_model_is_a_part_but_what_ebs_does_to_a_volume():
    """That is a fault, which a story sets."""
    assert set(SETTINGS) - set(PARTS.values()) == {VolumeSettings}
    assert {fact.name.partition(".")[0] for fact in uncertain_facts()} == set(PARTS)


def test_what_a_trial_turns_counts_more_than_what_its_story_sets():
    settings = settings_with(["windows.bugchecks_at_arrival=yes"])
    settings.begin_with(WindowsSettings, {"build_number": 26100, "bugchecks_at_arrival": False})
    assert settings.part(WindowsSettings) == WindowsSettings(build_number=26100, bugchecks_at_arrival=True)


def test_what_a_story_sets_is_turned_to_the_default():
    settings = Settings()
    settings.begin_with(WindowsSettings, {"bugchecks_at_arrival": False})
    (arrival,) = [fact for fact in uncertain_facts() if fact.name == "windows.bugchecks_at_arrival"]
    assert list(arrival.others_in(settings)) == ["windows.bugchecks_at_arrival=yes"]
