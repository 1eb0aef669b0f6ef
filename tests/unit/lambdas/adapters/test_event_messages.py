"""The message about an event: its catalogue's answers, and a link to its page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import cachewarden
from adapters import sns
from cachewarden.codes import CATALOGUE, Code
from cachewarden.requests.request import Notify

DOCS = "https://git.example.com/docs"


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is sent to the topic."""
    sent: list[dict[str, Any]] = []

    class Topic:
        def publish(self, **message: Any) -> None:
            sent.append(message)

    monkeypatch.setattr(sns, "sns", Topic)
    monkeypatch.setattr(sns, "put_event", lambda kind, detail: None)
    monkeypatch.setattr(sns, "name_of", lambda instance_id: instance_id)
    return sent


def mail(message: dict[str, Any]) -> str:
    """The form that subscribers by e-mail get."""
    assert message["MessageStructure"] == "json"
    return json.loads(message["Message"])["default"]


def test_every_code_s_message_says_whether_the_data_is_safe_and_links_to_its_page(published, monkeypatch):
    monkeypatch.setenv("DOCS_URL", DOCS)
    for code, entry in CATALOGUE.items():
        sns.publish("topic", Notify(instance_id="i-1", code=code, sentence="why"))

        lines = mail(published.pop()).splitlines()
        assert lines[-3:] == [
            f"Is my data safe? {entry.data}",
            f"Next:  {entry.remedy}",
            f"Page:  {DOCS}/errors/{code.value}.md",
        ]


def test_without_an_address_the_message_names_the_page_in_the_repository(published, monkeypatch):
    monkeypatch.delenv("DOCS_URL", raising=False)
    sns.publish("topic", Notify(instance_id="i-1", code=Code.SNOOZED, sentence="why"))

    assert mail(published[0]).endswith("Page:  docs/errors/CW5111.md")


def test_no_message_about_an_event_calls_the_data_safe_since_nothing_was_looked_at():
    """Codes that the requests and the sweep name: they know an event or a finding, and not the storage."""
    package = Path(next(iter(cachewarden.__path__)))
    sources = [*(package / "requests").glob("*.py"), package / "loop" / "sweep.py", package / "loop" / "findings.py"]
    named = {Code[name] for path in sources for name in re.findall(r"\bCode\.([A-Z0-9_]+)", path.read_text("utf-8"))}

    assert {Code.STOPPED_BEHIND_OUR_BACK, Code.PROTECTION_WAS_OFF, Code.MAINTENANCE_PLANNED} <= named
    assert {code.name for code in named if CATALOGUE[code].data.startswith("Yes")} == set()
