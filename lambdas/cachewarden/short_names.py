"""Ids in the place of names of databases, servers, groups, clusters and people, in what is told to people. Pure.

An id is a keyed hash of the name: a name has one id everywhere, for as long as the deployment lasts, and whoever
doesn't know the key can't try names out. Names are found in finished text; CacheWarden's own words stay, also where a
database is called like one of them.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property

from cachewarden.codes import CATALOGUE
from cachewarden.json_reader import Json

DIGITS = 8
_PERSON = re.compile(
    r"arn:[\w-]+:(?:iam::\d{12}:(?:root|(?:user|role)/[^\s,;()]*[\w/@+=-])"
    r"|sts::\d{12}:(?:assumed-role|federated-user)/[^\s,;()]*[\w/@+=-])"
)
"""ARN of who called; of a user, a role, or the session of one (IAM user guide, IAM identifiers)."""
_VOCABULARY = r"CacheWarden-[A-Za-z-]+|cachewarden:[a-z-]+|CW\d{4}|arn:[\w-]+:states:[^\s,;()]+"
_SHOWN_MIN = 60
"""Letters from which on a text of the catalogue is so long that it is ours and not somebody's name."""


class NameKind(StrEnum):
    """What a name is of: the first part of its id."""

    CLUSTER = "wsfc"
    DATABASE = "db"
    GROUP = "ag"
    INSTANCE = "sql"
    PERSON = "person"
    SERVER = "srv"


def short_id(key: str, kind: NameKind, name: str) -> str:
    """The id of a name; names compare without case, as Windows and SQL Server compare them by default."""
    digest = hmac.new(key.encode(), f"{kind.value}/{name.casefold()}".encode(), hashlib.sha256).hexdigest()
    return f"{kind.value}-{digest[:DIGITS]}"


@dataclass(frozen=True)
class ShortNames:
    """Puts ids in the place of `names` and of the ARNs of people; without a key it leaves everything as it is."""

    key: str | None
    names: Mapping[str, NameKind] = field(default_factory=dict)

    def text(self, text: str) -> str:
        """The text with ids. Ids of instances, volumes, executions and the like stay."""
        key = self.key
        if key is None:
            return text
        parts = _ours().split(text)
        # Every second part is one of our own words.
        parts[::2] = [self._in(part, key) for part in parts[::2]]
        return "".join(parts)

    def texts(self, value: Json) -> Json:
        """The same of every text in a JSON value; members' names stay."""
        if self.key is None:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.texts(each) for each in value]
        return {name: self.texts(each) for name, each in value.items()} if isinstance(value, dict) else value

    def _in(self, text: str, key: str) -> str:
        text = _PERSON.sub(lambda found: short_id(key, NameKind.PERSON, found.group()), text)
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._ids[found.group().casefold()], text)

    @cached_property
    def _ids(self) -> dict[str, str]:
        """Each form in which a name may stand in a text, in small letters, and its id."""
        assert self.key is not None
        found: dict[str, str] = {}
        for name, kind in self.names.items():
            for form in _forms(name):
                found.setdefault(form.casefold(), short_id(self.key, kind, name))
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        """The longest name first: one may begin with another."""
        forms = sorted(self._ids, key=len, reverse=True)
        return re.compile("|".join(_whole(form) for form in forms), re.IGNORECASE) if forms else None


def _forms(name: str) -> set[str]:
    """As it is, as a T-SQL identifier or text quotes it, as Python does, and as a subject of SNS shows it."""
    ascii_only = "".join(letter if " " <= letter <= "~" else "?" for letter in name)
    forms = {name, name.replace("]", "]]"), name.replace("'", "''"), repr(name)[1:-1], ascii_only}
    return {form for form in forms if form.strip("? ")}


def _whole(form: str) -> str:
    """Not inside a longer word, which is another name, nor inside an id."""
    before = r"(?<![\w])(?<!\w-)" if form[0].isalnum() else ""
    after = r"(?![\w])(?!-\w)" if form[-1].isalnum() else ""
    return f"{before}{re.escape(form)}{after}"


@cache
def _ours() -> re.Pattern[str]:
    """Documents, tags, codes and the catalogue's sentences: what a message has of ours and what says what to do."""
    told = {text for entry in CATALOGUE.values() for text in (entry.sentence, entry.remedy, entry.data)}
    sentences = sorted((text for text in told if len(text) >= _SHOWN_MIN), key=len, reverse=True)
    return re.compile(f"({'|'.join([*map(re.escape, sentences), _VOCABULARY])})")
