"""`python -m rehearsal.report.page.picture STORY OUT.png`: runs a story and takes the picture of its report.

Beside it goes `OUT.png.sha256`: the hash of the page that is shown and of the picture itself. A test runs the story
again and compares, so that a picture of something else doesn't stay in the README.
"""

from __future__ import annotations

import re
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.report.page.chromium import NoChromiumError, dump_dom, screenshot
from rehearsal.report.page.page import render
from rehearsal.report.page.view import report_of
from rehearsal.scenarios.story import UnknownStoryError, load_story, story_names
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story

WIDTH_PX = 1200
SEED = 1
USAGE = "usage: python -m rehearsal.report.page.picture STORY OUT.png"
MEASURE = '<script>document.body.dataset.pictureHeight = document.getElementById("picture").scrollHeight;</script>'
FRAME = (
    "<style>main { padding: 16px 20px !important; } main > :not(#picture), .zoom { display: none !important; }</style>"
)
"""What people can click, and the list below, isn't for a picture."""


def main(arguments: list[str]) -> int:
    """Exit code 0: both files written; 1: no browser; 2: wrong arguments."""
    if len(arguments) != 2:
        print(USAGE, file=sys.stderr)  # noqa: T201
        return 2
    try:
        take(arguments[0], Path(arguments[1]))
    except UnknownStoryError:
        print(f"no story is called {arguments[0]!r}: {', '.join(story_names())}", file=sys.stderr)  # noqa: T201
        return 2
    except NoChromiumError as error:
        print(str(error), file=sys.stderr)  # noqa: T201
        return 1
    return 0


def take(story: str, out: Path) -> None:
    """Writes the picture, as high as the chart needs, and the hash of its page."""
    page = page_of(story)
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder) / "report.html"
        shown.write_text(page.replace("</body>", f"{FRAME}{MEASURE}</body>"), encoding="utf-8")
        found = re.search(r'data-picture-height="(\d+)"', dump_dom(shown, width=WIDTH_PX, height=900))
        assert found is not None, "the page has no #picture"
        screenshot(shown, out, width=WIDTH_PX, height=int(found[1]) + 32)
    hash_file(out).write_text(hashes(page, out), encoding="utf-8")


def page_of(story: str) -> str:
    """The report of this story, as it is now."""
    run = run_story(load_story(story), seed=SEED, templates=templates(), progress=SilentProgress())
    return render(report_of(run))


def hashes(page: str, picture: Path) -> str:
    """Two lines: of everything that decides how the picture looks (data and layout), and of the picture's bytes."""
    shown = sha256((page + FRAME + str(WIDTH_PX)).encode()).hexdigest()
    return f"{shown}  page\n{sha256(picture.read_bytes()).hexdigest()}  picture\n"


def hash_file(picture: Path) -> Path:
    """Where a picture's hashes are kept."""
    return picture.with_name(f"{picture.name}.sha256")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
