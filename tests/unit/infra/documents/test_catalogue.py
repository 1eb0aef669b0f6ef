"""The catalogue's rules, and that its Python module is current."""

import pytest

from cachewarden.codes import CATALOGUE, Code
from infra.documents.catalogue import SOURCE, TARGET, CatalogueError, read_codes, render

ENTRY = "{name: Observed, outcome: done, exit: 0, sentence: 'It was.', remedy: 'Nothing.'}"


def test_the_generated_module_is_current():
    assert TARGET.read_text() == render(read_codes(SOURCE.read_text()))


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
