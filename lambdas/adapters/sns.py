"""Publishes a message for people to the product's topic, and the event that goes with it to the bus."""

from collections.abc import Mapping

from adapters.clients import sns
from adapters.ec2 import name_of
from adapters.own_events import put_event
from adapters.pages import docs_url
from adapters.short_names import short_names
from cachewarden.code_page import page_of
from cachewarden.codes import CATALOGUE
from cachewarden.loop.message_forms import by_protocol, chat_text, structured
from cachewarden.loop.notification import subject_line
from cachewarden.loop.own_events import event_of, needs_a_person
from cachewarden.requests.request import Notify
from cachewarden.short_names import NameKind


def publish(topic_arn: str, notify: Notify, names: Mapping[str, NameKind] | None = None) -> None:
    """What happened, whether the data is safe and what to do next, by the catalogue, with the code's page.

    `names`: those that the sentence may hold, for an owner who wants ids in their place.
    """
    short = short_names(names)
    entry = CATALOGUE[notify.code]
    must_act = needs_a_person(notify.code)
    urgency = "ACTION REQUIRED" if must_act else "CacheWarden"
    page = page_of(notify.code, docs_url())
    # The tag Name is most often the computer's.
    name = notify.instance_id if short.key is not None else subject_line(name_of(notify.instance_id))
    known = name != notify.instance_id
    lines = (
        *((f"Node:  {name} ({notify.instance_id})",) if known else ()),
        f"What:  {notify.code.value} {entry.sentence}",
        f"Why:   {short.text(notify.sentence)}",
        f"Is my data safe? {entry.data}",
        f"Next:  {entry.remedy}",
        f"Page:  {page}",
        short.text(notify.details),
    )
    subject = subject_line(f"{urgency}: {name}: {entry.sentence}")
    facts = structured(
        {
            "node": name,
            "instanceId": notify.instance_id,
            "actionRequired": must_act,
            "code": notify.code.value,
            "why": short.text(notify.sentence),
            "dataIsSafe": entry.data,
            "next": entry.remedy,
            "page": page,
        }
    )
    sns().publish(
        TopicArn=topic_arn,
        Subject=subject,
        MessageStructure="json",
        Message=by_protocol(
            "\n".join(line for line in lines if line),
            chat=chat_text(subject, safe=entry.data, next_step=entry.remedy, page=page),
            facts=facts,
        ),
    )
    kind = event_of(notify.code)
    if kind is not None:
        put_event(kind, facts)
