"""Publishes a message for people to the product's topic."""

from adapters.clients import sns
from cachewarden.codes import CATALOGUE, Code
from cachewarden.loop.notification import SUBJECT_MAX


def tell(topic_arn: str, *, instance_id: str, code: Code, sentence: str, details: str = "") -> None:
    """What happened, and what to do next by the catalogue."""
    entry = CATALOGUE[code]
    message = "\n".join(
        line
        for line in (f"What:  {code.value} {entry.sentence}", f"Why:   {sentence}", f"Next:  {entry.remedy}", details)
        if line
    )
    sns().publish(TopicArn=topic_arn, Subject=f"CacheWarden: {instance_id} {entry.name}"[:SUBJECT_MAX], Message=message)
