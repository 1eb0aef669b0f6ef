"""Expressions give what JSONata 2.0.6 gives, the version that Step Functions names.

Recorded answers, fresh random expressions, and every expression of state_machines/ on made-up values; what those
are given in stories is compared in tests/unit/state_machines/test_expressions_in_stories.py.
"""

import json
from collections.abc import Iterator
from random import Random

from infra.machine_definition import machine_definition
from rehearsal.engines.asl.jsonata.expression import expression
from rehearsal.engines.asl.jsonata.functions import function_frame
from rehearsal.engines.asl.jsonata.tree import all_nodes
from tests.unit.rehearsal.engines.asl import npm_packages
from tests.unit.rehearsal.engines.asl.jsonata.jsonata_agreement import agree, our_answer
from tests.unit.rehearsal.engines.asl.jsonata.random_jsonata import DATA, random_expression
from tests.unit.state_machines.machine_harness import STEMS

RECORDED = json.loads(npm_packages.RECORDED.read_text(encoding="utf-8"))
RANDOM_EXPRESSIONS = 1500
VALUES_PER_EXPRESSION = 12

DIFFERENT = {
    "$n / 0": "Infinity, which JSON lacks and npm prints as null; AWS writes its name",
    "5 % 0": "as above, NaN",
    "$substring($s, 1.5, 2.5)": "Step Functions' page says that integer parameters are rounded down",
    "$base64encode($s)": "2.0.6 takes the text for Latin-1 in Node; here it is UTF-8",
    '$eval("1+1")': "Step Functions has no $eval",
    "[$sum]": "a function inside an array is no JSON here",
    '{"f": $sum}': "as above",
    '$toMillis("2026-02")': "2.0.6 fills the day in; here it is refused",
    '$toMillis("2026-13-03T04:05:06Z")': "2.0.6 gives NaN; here it is refused",
}

FUNCTIONS = frozenset(function_frame(Random(0)).bindings)
INCOMPARABLE = ("$uuid", "$random", "$shuffle", "$now", "$millis", "$partition", "$range", "$hash")
"""Different at every call, or not in 2.0.6 at all."""


def test_recorded_answers_are_given():
    wrong = []
    for answer in RECORDED["answers"]:
        text = answer["expression"]
        theirs = {key: value for key, value in answer.items() if key != "expression"}
        ours = our_answer(text, RECORDED["bindings"])
        if agree(ours, theirs) != (text not in DIFFERENT):
            wrong.append((text, ours, theirs))
    assert not wrong


def test_known_differences_are_all_recorded():
    assert DIFFERENT.keys() <= {answer["expression"] for answer in RECORDED["answers"]}
    assert len(RECORDED["answers"]) > 900


def test_random_expressions_agree_with_the_npm_package():
    rng = Random(20260203)
    texts = [random_expression(rng, rng.choice((1, 2, 3))) for _ in range(RANDOM_EXPRESSIONS)]
    compare(texts, [DATA] * len(texts))


def test_expressions_of_our_machines_agree_with_the_npm_package(capsys):
    for stem in STEMS:
        texts = sorted(set(expressions_in(machine_definition(stem))))
        assert texts
        for text in texts:
            expression(text)
        steady = [text for text in texts if not any(name in text for name in INCOMPARABLE)]
        compared, bindings = [], []
        for text in steady:
            rng = Random(text)
            for _ in range(VALUES_PER_EXPRESSION):
                compared.append(text)
                bindings.append(bindings_for(text, rng))
        compare(compared, bindings)
        say(capsys, f"{stem}: {len(steady)} of {len(texts)} expressions compared with npm's jsonata")


def compare(texts, bindings):
    cases = [{"expression": text, "bindings": bound} for text, bound in zip(texts, bindings, strict=True)]
    wrong = [
        (case, ours, theirs)
        for case, theirs in zip(cases, npm_packages.evaluate(cases), strict=True)
        if not agree(ours := our_answer(case["expression"], case["bindings"]), theirs)
    ]
    assert not wrong, f"{len(wrong)} of {len(cases)} differ, first: {wrong[0]}"


def say(capsys, sentence):
    with capsys.disabled():
        print(f"\n{sentence}")


def expressions_in(value) -> Iterator[str]:
    match value:
        case str() if value.startswith("{%"):
            yield value.removeprefix("{%").removesuffix("%}").strip()
        case dict():
            for member in value.values():
                yield from expressions_in(member)
        case list():
            for item in value:
                yield from expressions_in(item)


def bindings_for(text, rng):
    """Values along the paths that the expression reads, some of them missing or of an unlikely type."""
    root = {"states": {}}
    for node in all_nodes(expression(text).tree):
        steps = node.steps if node.type == "path" else [node]
        names = []
        for position, step in enumerate(steps):
            if step.type not in (("variable", "name") if position == 0 else ("name",)) or step.value in ("", "$"):
                break
            names.append(str(step.value))
        if names and steps[0].type == "variable" and names[0] not in FUNCTIONS:
            put(root, names, rng)
    return root


def put(root, names, rng):
    place = root
    for name in names[:-1]:
        below = place.setdefault(name, {})
        if not isinstance(below, dict):
            return
        place = below
    if rng.random() < 0.9:
        place.setdefault(names[-1], leaf(rng))


def leaf(rng):
    return rng.choice(
        (
            *(
                0,
                1,
                7,
                42.5,
                -3,
                "",
                "i-0123",
                "Success",
                "2026-02-03T04:05:06.789Z",
                '{"v":1,"a":[null]}',
                True,
                False,
            ),
            *(None, [], ["a"], ["a", "b"], [1, 2, 3], {}, {"code": "CW1001", "n": None}, [{"id": "a"}, {"id": "b"}]),
        )
    )
