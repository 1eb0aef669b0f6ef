"""The page as a browser shows it: headless chromium opens it, and what it says is read from the DOM."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from shown_page import SCREENS, audit, states, tracks_of

from rehearsal.report.metrics import metrics_of
from rehearsal.report.page.page import render
from rehearsal.report.page.view import report_of
from rehearsal.report.page.write import write_report
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.outcome import Mismatch
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.campaigns import part


@pytest.fixture(scope="module")
def shown(page, tmp_path_factory):
    return tracks_of(page, tmp_path_factory.mktemp("page"))


def test_instance_states_are_read_from_the_page(shown):
    assert [(state, detail) for state, detail, _, _ in states(shown, "instance", "SALES1")] == [
        ("running", "protected"),
        ("running", "unprotected"),
        ("stopping", "unprotected"),
        ("stopped", "unprotected"),
        ("stopped", "protected"),
        ("pending", "protected"),
        ("running", "protected"),
    ]
    assert [state for state, *_ in states(shown, "instance", "SALES2")] == ["running"]


def test_roles_and_sql_server_are_read_from_the_page(shown):
    assert states(shown, "role", "SALES2") == [
        ("secondary", "synchronized", 0, 70), ("resolving", "", 70, 71), ("primary", "", 71, 1683),
    ]  # fmt: skip
    assert [state for state, *_ in states(shown, "sql", "SALES1")] == ["up", "stopping", "down", "starting", "up"]


def test_the_cache_is_read_from_the_page_with_its_moves(shown):
    assert states(shown, "cache", "SALES1") == [
        ("nvme", "", 0, 120),
        ("moving", "swap", 120, 520),
        ("swap", "", 520, 1145),
        ("moving", "nvme", 1145, 1545),
        ("nvme", "", 1545, 1683),
    ]


def test_write_outage_and_risk_windows_agree_with_the_world(shown, scene):
    cluster = scene.cluster.failover_cluster
    for track, intervals in (
        ("writes", cluster.write_outage_intervals()), ("copies", cluster.data_at_risk_intervals()),
    ):  # fmt: skip
        bad = [(from_s, to_s) for state, _, from_s, to_s in states(shown, track, "cluster") if state == "bad"]
        assert bad == [(pytest.approx(one.start, abs=0.001), pytest.approx(one.end, abs=0.001)) for one in intervals]
        assert bad


def test_the_list_gives_every_act_with_its_reason(page, scene):
    for decision in scene.log.decisions:
        if decision.kind == "Execute":
            assert decision.action in page
    lines = re.findall(r'<tr class="act".*?</tr>', page, flags=re.S)
    assert len(lines) == 11
    assert all("which a stop destroys" in line for line in lines)


def test_the_page_needs_nothing_but_itself(page):
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"|url\(|@import|<link|<img|https?:', page)
    assert "default-src 'none'" in page


def test_text_from_the_run_cannot_become_markup(scene):
    scene_report = report_of(scene.result(violations=()))
    hostile = replace(scene_report, sentence="<script>alert(1)</script>", broken=("<b>x</b>",))
    assert "<script>alert" not in render(hostile)
    assert "<b>x</b>" not in render(hostile)


def test_a_run_that_broke_something_says_so_first(scene):
    broken = render(
        report_of(scene.result(mismatches=[Mismatch(what="SALES1 cache", expected="nvme", observed="lost")]))
    )
    assert 'data-verdict="broken"' in broken
    assert "SALES1 cache: expected nvme, observed lost" in broken
    assert "no inother broke" not in broken


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_overlaps_is_cut_off_or_hard_to_read(page, tmp_path, dark):
    found = audit([(page, screen) for screen in SCREENS], tmp_path, dark=dark)
    assert [one["complaints"] for one in found] == [[], []]
    assert [(one["width"], one["dark"]) for one in found] == [(width, dark) for width, _ in SCREENS.values()]
    assert all(one["texts"] > 150 for one in found)


PLANTED = {
    ".mark { top: 0 !important }": "covers mark",
    ".seg span { display: inline !important }": "is wider than its bar",
    ".axis span { left: 10% !important }": "overlaps",
    ".log td { font-size: 10px }": "is only 10px high",
    ":root { --quiet: #b0b0b0 }": "has a contrast of only",
    "h1 { width: 3000px }": "px wide in a window of",
    ".head { background: transparent !important }": "scrolled to",
}


def test_the_audit_complains_of_what_is_planted(page, tmp_path):
    spoilt = [(page.replace("</style>", f"{rule}</style>"), "phone") for rule in PLANTED]
    for (rule, complaint), found in zip(PLANTED.items(), audit(spoilt, tmp_path, dark=False), strict=True):
        assert any(complaint in one for one in found["complaints"]), rule


@pytest.fixture(scope="module")
def run_of(synthesized):
    runs = {}

    def of(name):
        if name not in runs:
            runs[name] = run_story(load_story(name), seed=1, templates=synthesized, progress=SilentProgress())
        return runs[name]

    return of


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.campaign(suite=1)
def test_reports_of_real_stories_are_readable_too(run_of, tmp_path, dark):
    names = part(("stop-and-return", "evacuation-fails", "dirty-stop-of-both"), 2, of="reports of stories")
    pages = [write_report(run_of(name), tmp_path).read_text("utf-8") for name in names]
    screens = [(page, screen) for page in pages for screen in SCREENS]
    assert [one["complaints"] for one in audit(screens, tmp_path, dark=dark)] == [[]] * len(screens)


def test_the_report_of_a_real_stop_and_return_tells_its_story(run_of, tmp_path):
    path = write_report(run_of("stop-and-return"), tmp_path)
    assert path == tmp_path / "stop-and-return" / "report.html"
    shown = tracks_of(path.read_text("utf-8"), tmp_path)
    assert [state for state, *_ in states(shown, "cache", "SALES1")] == ["nvme", "moving", "swap", "moving", "nvme"]
    assert [state for state, *_ in states(shown, "role", "SALES2")] == ["secondary", "resolving", "primary"]
    unprotected = [one for one in states(shown, "instance", "SALES1") if one[1] == "unprotected"]
    on_swap = next((from_s, to_s) for state, _, from_s, to_s in states(shown, "cache", "SALES1") if state == "swap")
    assert unprotected
    assert all(on_swap[0] <= from_s and to_s <= on_swap[1] for _, _, from_s, to_s in unprotected)


def test_a_stop_and_return_costs_no_more_transitions_and_calls_than_it_may(run_of):
    """Each renewal of a lease, every four minutes, is two transitions: how many there are is how long a boot takes.

    An act that writes the lease lengthens its life, and needs none. Two transitions, each an operation's last, and four
    calls put events of our own on the bus.
    """
    run = run_of("stop-and-return")
    entered = [
        event.state
        for record in run.cluster.account.executions
        for event in record.execution.history.events
        if event.type.endswith("StateEntered")
    ]
    metrics = metrics_of(run)
    renewed_for = [
        act for renewal, _, act in zip(entered, entered[1:], entered[2:], strict=False) if renewal == "RenewLease"
    ]
    assert not {*renewed_for} & {"AcquireLease", "SaveModes", "ForgetModes"}
    assert metrics.transitions - 2 * entered.count("RenewLease") <= 124
    assert metrics.transitions <= 130
    assert metrics.api_calls <= 200


def test_what_the_worker_reported_of_a_move_is_marked_in_it(run_of, tmp_path):
    page = write_report(run_of("stop-and-return"), tmp_path).read_text("utf-8")
    reports = [int(percent) for percent in re.findall(r'data-percent="(\d+)"', page)]
    assert reports
    assert any(0 < percent < 100 for percent in reports)


def test_a_name_with_signs_gets_a_folder_without_them(scene, tmp_path):
    run = scene.result()
    other = replace(run, story=replace(run.story, name="second-stop: EvacuateCache + 0.2 s"))
    path = write_report(other, tmp_path)
    assert path == tmp_path / "second-stop-EvacuateCache-0.2-s" / "report.html"
    assert "cachewarden rehearse second-stop --seed 1" in path.read_text("utf-8")


def test_faults_are_marked_on_the_page(run_of, tmp_path):
    shown = tracks_of(write_report(run_of("evacuation-fails"), tmp_path).read_text("utf-8"), tmp_path)
    assert [one for one in shown if one.track == "moments" and one.state == "fault"]


def test_the_same_run_gives_the_same_page(run_of, synthesized):
    again = run_story(load_story("stop-request"), seed=1, templates=synthesized, progress=SilentProgress())
    assert render(report_of(run_of("stop-request"))) == render(report_of(again))
