"""The commands that a page has people type, taken from the page and executed: AWS CLI, PowerShell, T-SQL."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import jmespath
from botocore import xform_name
from botocore.model import ListShape, MapShape, Shape, StructureShape

from rehearsal.engines.tsql import SqlError
from rehearsal.world.sql.server.sessions import open_session
from rehearsal.world.sql.server.sql_server import SqlServer
from tests.attacks.attacked_cluster import Attacked
from tests.repository import ROOT

WAIT_S = 5.0


def commands(page: str, place: str) -> Iterator[str]:
    """Texts of the code blocks that a comment `<!-- place -->` precedes, in their order; there is at least one."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    found = re.findall(rf"<!-- {re.escape(place)} -->\n+```\w+\n(.*?)```", text, re.DOTALL)
    assert found, f"docs/{page} has no block after <!-- {place} -->"
    yield from found


def with_ids(text: str, ids: Mapping[str, str]) -> str:
    """The text with what stands for a reader's own ids replaced. Each must occur."""
    for written, real in ids.items():
        assert written in text, f"{written!r} isn't in {text!r}"
        text = text.replace(written, real)
    return text


def aws(scene: Attacked, text: str, by: str = "admin") -> Any:
    """Executes one line `aws SERVICE … --option value`, lines that end in a backslash joined; what it answers.

    Options become parameters by the service's own model, so that a command, option or field that AWS lacks fails.
    `--query` is applied to the answer, as the AWS CLI does.
    """
    words = shlex.split(text.replace("\\\n", " "))
    assert words[0] == "aws", words
    client = scene.cluster.account.client(words[1], scene.cluster.account.person(by))
    operation = client.meta.method_to_api_mapping[words[2].replace("-", "_")]
    members = client.meta.service_model.operation_model(operation).input_shape.members
    by_option = {"--" + xform_name(name, "-"): (name, shape) for name, shape in members.items()}
    given: dict[str, list[str]] = {}
    for word in words[3:]:
        if word.startswith("--"):
            given[word] = []
        else:
            given[list(given)[-1]].append(word)
    given.pop("--output", None)
    query = given.pop("--query", None)
    parameters = {}
    for option, values in given.items():
        positive = "--" + option.removeprefix("--no-")
        name, shape = by_option[option if option in by_option else positive]
        parameters[name] = _value(shape, values, negated=option not in by_option)
    answer = getattr(client, words[2].replace("-", "_"))(**parameters)
    return answer if query is None else jmespath.search(query[0], answer)


def _value(shape: Shape, values: list[str], *, negated: bool = False) -> Any:
    if shape.type_name == "boolean":
        return not negated
    if isinstance(shape, ListShape):
        return [_one(shape.member, value) for value in values]
    if not values and list(shape.members) == ["Value"]:
        return {"Value": not negated}
    (value,) = values
    if isinstance(shape, MapShape):
        return {name: text.split(",") for name, text in re.findall(r"(\w+)=([^=]*)(?:,(?=\w+=)|$)", value)}
    return _one(shape, value)


def _one(shape: Shape, value: str) -> Any:
    if isinstance(shape, StructureShape):
        return _structure(shape, value)
    return {"integer": int, "long": int, "boolean": lambda text: text == "true"}.get(shape.type_name, str)(value)


def _structure(shape: StructureShape, value: str) -> dict[str, Any]:
    """The CLI's shorthand: `Name=a,Values=b,c` and `ResourceType=volume,Tags=[{Key=a,Value=b}]`."""
    made: dict[str, Any] = {}
    for name, text in re.findall(r"(\w+)=(\[.*?\]|[^=]*)(?:,(?=\w+=)|$)", value):
        member = shape.members[name]
        if isinstance(member, ListShape) and text.startswith("["):
            made[name] = [_one(member.member, each) for each in re.findall(r"\{(.*?)\}", text)]
        elif isinstance(member, ListShape):
            made[name] = [_one(member.member, each) for each in text.split(",")]
        else:
            made[name] = _one(member, text)
    return made


def on_node(scene: Attacked, node: str, script: str) -> str:
    """Runs PowerShell on the node as an administrator, to its end; its output. Errors fail the test."""
    host, clock = scene.cluster.hosts[node], scene.cluster.world.clock
    results: list[Any] = []
    actor = clock.spawn("admin", lambda: results.append(host.run_script(script, "by_hand.ps1", {})))
    while actor.alive:
        scene.sleep(WAIT_S)
    (result,) = results
    assert result.exit_code == 0 and result.stderr == "", result
    return str(result.stdout)


def in_sql(scene: Attacked, node: str, text: str, *, login: str = "sa") -> None:
    """Runs a batch of T-SQL in master as a DBA does, to its end. Errors fail the test."""
    server = scene.cluster.hosts[node].sql
    assert server is not None
    answers = answers_of(scene, server, text, login=login)
    assert not [each for each in answers if isinstance(each, SqlError)], (node, text, answers)


def answers_of(scene: Attacked, server: SqlServer, text: str, *, login: str = "sa") -> list[object]:
    """What a batch of T-SQL in master answers, errors among it."""
    answers: list[object] = []

    def run() -> None:
        session = open_session(
            server, login, "master", application_name="SSMS", host_name="desk", read_only_intent=False
        )
        answers.extend(session.execute(text, {}, None))

    actor = scene.cluster.world.clock.spawn("dba", run)
    scene.run_until(lambda: not actor.alive)
    return answers
