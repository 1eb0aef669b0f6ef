"""Publishes a message for people to the product's topic."""

from collections.abc import Mapping

from adapters.clients import sns
from adapters.pages import docs_url
from adapters.short_names import short_names
from cachewarden.code_page import page_of
from cachewarden.codes import CATALOGUE
from cachewarden.loop.notification import subject_line
from cachewarden.requests.request import Notify
from cachewarden.short_names import NameKind

NEEDS_A_PERSON = frozenset({11, 40, 50})
"""Exit codes of entries that don't end by themselves [glossary#verdict]."""


def publish(topic_arn: str, notify: Notify, names: Mapping[str, NameKind] | None = None) -> None:
    """What happened, whether the data is safe and what to do next, by the catalogue, with the code's page.

    `names`: those that the sentence may hold, for an owner who wants ids in their place.
    """
    short = short_names(names)
    entry = CATALOGUE[notify.code]
    urgency = "ACTION REQUIRED" if entry.exit_code in NEEDS_A_PERSON else "CacheWarden"
    lines = (
        f"What:  {notify.code.value} {entry.sentence}",
        f"Why:   {short.text(notify.sentence)}",
        f"Is my data safe? {entry.data}",
        f"Next:  {entry.remedy}",
        f"Page:  {page_of(notify.code, docs_url())}",
        short.text(notify.details),
    )
    sns().publish(
        TopicArn=topic_arn,
        Subject=subject_line(f"{urgency}: {notify.instance_id} {entry.name}"),
        Message="\n".join(line for line in lines if line),
    )
