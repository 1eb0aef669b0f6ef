"""One message in three forms: mail, a text for a chat, JSON for programs."""

import json

from cachewarden.codes import CATALOGUE, Code
from cachewarden.loop.message_forms import CHAT_MAX, by_protocol, chat_text, structured
from tests.in_one_test import in_one_test

PAGE = "https://git.example.com/dba/cachewarden/blob/main/docs/errors/CW1001.md"


@in_one_test("code", list(Code))
def test_a_chats_text_is_short_and_says_subject_safety_next_step_and_page_for_every_code(code):
    entry = CATALOGUE[code]
    text = chat_text("ACTION REQUIRED: SALES1: " + "x" * 70, safe=entry.data, next_step=entry.remedy, page=PAGE)
    assert len(text) <= CHAT_MAX + len(entry.data)
    assert text.startswith("ACTION REQUIRED: SALES1: ") and text.endswith(f" {PAGE}")
    assert " Data safe? " in text and " Next: " in text
    told = text.partition(" Next: ")[2].removesuffix(f" {PAGE}").removesuffix(" ...")
    assert entry.remedy == told or entry.remedy.startswith(f"{told} ")


def test_each_protocol_gets_its_form():
    facts = structured({"node": "SALES1", "code": "CW6001", "why": 'with "quotes"\nand lines'})
    told = json.loads(by_protocol("the mail\nin lines", chat="short", facts=facts))
    assert (told["default"], told["sms"]) == ("the mail\nin lines", "short")
    for program in ("sqs", "lambda", "firehose", "http", "https"):
        assert json.loads(told[program]) == {
            "v": 1,
            "node": "SALES1",
            "code": "CW6001",
            "why": 'with "quotes"\nand lines',
        }
