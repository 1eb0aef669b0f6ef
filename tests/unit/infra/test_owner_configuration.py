"""What an owner may set, and what is said when it doesn't fit."""

from __future__ import annotations

import pytest

from infra.configuration import Configuration, ConfigurationError


def configured(**context: object) -> Configuration:
    return Configuration.from_context(lambda key: context.get(key.removeprefix("cachewarden:")))


def test_defaults_need_no_context():
    assert configured() == Configuration()


def test_values_of_the_command_line_are_text_and_still_fit():
    made = configured(log_retention_days="90", notification_email="dba@example.com", powertools_version="3.36.1")
    assert made.log_retention_days == 90
    assert made.notification_email == "dba@example.com"
    assert made.powertools_version == "3.36.1"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("notification_email", "nobody"),
        ("notification_email", 7),
        ("log_retention_days", 8),
        ("log_retention_days", "soon"),
        ("log_retention_days", True),
        ("powertools_version", "latest"),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(key, value):
    with pytest.raises(ConfigurationError) as error:
        configured(**{key: value})
    assert f"cachewarden:{key}" in str(error.value)
    assert repr(value) in str(error.value)
    assert "expected" in str(error.value)
