"""The catalogue's rules, and that its Python module is current."""

import pytest

from cachewarden.codes import CATALOGUE, Code
from infra.documents.catalogue import PAGES, SOURCE, TARGET, CatalogueError, read_answers, read_codes, render

ENTRY = "{name: Observed, outcome: done, exit: 0, sentence: 'It was.', remedy: 'Nothing.'}"


def test_the_generated_module_is_current():
    entries = read_codes(SOURCE.read_text())
    assert TARGET.read_text() == render(entries, read_answers(PAGES.read_text(), entries))


def test_the_module_holds_every_code():
    entries = read_codes(SOURCE.read_text())
    assert [entry.code.value for entry in CATALOGUE.values()] == list(entries)
    assert CATALOGUE[Code.CACHE_LOST].exit_code == 50


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"CW1000: {ENTRY}\nCW1000: {ENTRY}\n", "is there twice"),
        (f"CW1000: {ENTRY}\nCW1001: {ENTRY}\n", "isn't a new PascalCase word"),
        (f"CW9000: {ENTRY}\n", "isn't CW and four digits"),
        (f"CW1000: {ENTRY.replace('exit: 0', 'exit: 10')}\n", "exit 10 doesn't say done"),
        (f"CW1000: {ENTRY.replace('done', 'refused').replace('exit: 0', 'exit: 20')}\n", "exit 20 doesn't say refused"),
        (f"CW1000: {ENTRY.replace('It was.', 'It was')}\n", "isn't a sentence"),
        (f"CW1000: {ENTRY.replace('exit: 0, ', '')}\n", "expected"),
    ],
)
def test_refuses(text, complaint):
    with pytest.raises(CatalogueError, match=complaint):
        read_codes(text)


ANSWERS = """
classes:
  data: {whole: "Yes."}
  never: {stop: "Don't stop it."}
codes:
  CW1000: {data: whole, never: stop}
"""


def test_a_class_stands_for_its_answer():
    assert read_answers(ANSWERS, ["CW1000"]) == {"CW1000": {"data": "Yes.", "never": "Don't stop it."}}


@pytest.mark.parametrize(
    ("codes", "text", "complaint"),
    [
        (["CW1000", "CW1001"], ANSWERS, r"CW1001 has no entry in code_pages\.yaml"),
        ([], ANSWERS, r"CW1000 has no entry in codes\.yaml"),
        (
            ["CW1000"],
            ANSWERS.replace("data: whole", "data: hole"),
            "CW1000: data is neither a sentence nor one of whole",
        ),
        (["CW1000"], ANSWERS.replace(", never: stop}", "}"), "CW1000 has .* expected"),
        (["CW1000"], ANSWERS.replace("never: stop", "never: Leave it."), "no code has the class stop of never"),
    ],
)
def test_refuses_answers(codes, text, complaint):
    with pytest.raises(CatalogueError, match=complaint):
        read_answers(text, codes)
