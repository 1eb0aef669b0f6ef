"""Publishes a message for people to the product's topic."""

from adapters.clients import sns
from adapters.ec2 import name_of
from adapters.pages import docs_url
from cachewarden.code_page import page_of
from cachewarden.codes import CATALOGUE
from cachewarden.loop.notification import subject_line
from cachewarden.requests.request import Notify

NEEDS_A_PERSON = frozenset({11, 40, 50})
"""Exit codes of entries that don't end by themselves [glossary#verdict]."""


def publish(topic_arn: str, notify: Notify) -> None:
    """What happened, whether the data is safe and what to do next, by the catalogue, with the code's page."""
    entry = CATALOGUE[notify.code]
    urgency = "ACTION REQUIRED" if entry.exit_code in NEEDS_A_PERSON else "CacheWarden"
    name = subject_line(name_of(notify.instance_id))
    known = name != notify.instance_id
    lines = (
        *((f"Node:  {name} ({notify.instance_id})",) if known else ()),
        f"What:  {notify.code.value} {entry.sentence}",
        f"Why:   {notify.sentence}",
        f"Is my data safe? {entry.data}",
        f"Next:  {entry.remedy}",
        f"Page:  {page_of(notify.code, docs_url())}",
        notify.details,
    )
    sns().publish(
        TopicArn=topic_arn,
        Subject=subject_line(f"{urgency}: {name}: {entry.sentence}"),
        Message="\n".join(line for line in lines if line),
    )
