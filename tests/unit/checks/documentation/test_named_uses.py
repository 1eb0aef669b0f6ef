"""Planted names that exist, and can't be used as they are named, are found; the texts as they are aren't."""

import pytest

from checks.documentation import named_uses
from tests.unit.checks.breaking import the_finding, with_text

CODES = "ssm_documents/codes.yaml"
REMEDY = "Start CacheWarden-StopSqlServer first."


@pytest.mark.parametrize(
    ("instead", "problem"),
    [
        ("Read docs/nowhere.md.", "names docs/nowhere.md, which isn't there"),
        ("It is as with CW1999.", "names CW1999, which the catalogue lacks"),
        ("Start CacheWarden-AdoptStorage with Write=maybe.", "names Write=maybe, which the document refuses"),
        (
            "Start CacheWarden-StopSqlServer with Write=yes.",
            "names Write=yes, and no document that it names has this parameter",
        ),
        ("Give the consent 'everything'.", "names the consent 'everything', which doesn't exist"),
        (
            "Give the consent 'rebuild' with the tag cachewarden:consent.",
            "sends people to the tag for the consent 'rebuild', which no tag gives",
        ),
        ("Name it in the setting online_build.", "names the setting online_build, which nothing reads"),
        ("Run cachewarden rehearsal.", "names the command cachewarden rehearsal, which doesn't exist"),
        (
            "An operator starts CacheWarden-InstallHost.",
            "has an operator start CacheWarden-InstallHost, which only the policy for the administrator lets start",
        ),
        (
            "Start CacheWarden-RequestOutageAndStopInstance.",
            "names a document CacheWarden-Request…, and doesn't say that it is there only where approvers are",
        ),
    ],
)
def test_what_can_not_be_used_as_it_is_named_is_found(deployment, instead, problem):
    assert the_finding(named_uses.CHECK, with_text(deployment, CODES, REMEDY, instead)).problem == problem


def test_what_not_to_do_is_read_too(deployment):
    path, text = "ssm_documents/code_pages.yaml", "Read first what it accepts (docs/consents.md)."
    broken = with_text(deployment, path, text, "Read first what it accepts (docs/consent.md).")

    assert the_finding(named_uses.CHECK, broken).where.startswith(path)


def test_the_texts_as_they_are_can_be_followed(deployment):
    assert named_uses.CHECK.run(deployment) == ()
