"""The forms of one message: the mail, a text for a chat or telephone, and JSON for programs.

SNS sends each subscriber the form of its protocol (Publish with MessageStructure json [events#sns-forms]).
"""

import json
from collections.abc import Mapping

from cachewarden.json_reader import Json

CHAT_MAX = 480
"""Characters of a chat's text: four parts of an SMS, or what a chat shows without unfolding it."""
FOR_PROGRAMS = ("sqs", "lambda", "firehose", "http", "https")
CUT = " ..."


def chat_text(subject: str, *, safe: str, next_step: str, page: str, as_of: str = "") -> str:
    """Subject, whether the data is safe, what to do and where to read on; what is too long ends with a whole word.

    `as_of`: a sentence with the time that an operation's end speaks of; empty for a message about one event.
    """
    seen = f" {as_of}" if as_of else ""
    lead, end = f"{subject}. Data safe? {_first_sentence(safe)}{seen} Next: ", f" {page}"
    room = CHAT_MAX - len(lead) - len(end)
    if len(next_step) > room:
        kept = next_step[: max(0, room - len(CUT))]
        next_step = (kept.rpartition(" ")[0] or kept) + CUT
    return f"{lead}{next_step}{end}"


def structured(facts: Mapping[str, Json]) -> str:
    """The facts as programs get them; `v` grows when a field changes its meaning."""
    return json.dumps({"v": 1, **facts}, ensure_ascii=False)


def by_protocol(mail: str, *, chat: str, facts: str) -> str:
    """What Publish takes as Message: the mail for whoever isn't named."""
    return json.dumps({"default": mail, "sms": chat, **dict.fromkeys(FOR_PROGRAMS, facts)}, ensure_ascii=False)


def _first_sentence(text: str) -> str:
    first, dot, _ = text.partition(". ")
    return first + dot.strip()
