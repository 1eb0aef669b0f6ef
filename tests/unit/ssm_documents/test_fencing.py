"""Who may act on a host, when, and once."""

import json
from datetime import timedelta

from sales_scene import CLUSTER_KEY, SalesScene

STOP = "stop_sql_server"


def later(scene: SalesScene, *, minutes: float) -> str:
    return (scene.clock.now() + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def environment(scene: SalesScene, **changes: str) -> dict[str, str]:
    named = {
        "Token": "7",
        "ActionToken": "00000000-0000-4000-8000-00000000beef",
        "NotAfter": later(scene, minutes=10),
        "ClusterKey": CLUSTER_KEY,
        "Consent": "none",
        "SentBy": "workflow",
        **changes,
    }
    return {f"SSM_{name}": value for name, value in named.items()}


def answer(scene: SalesScene, stem: str, **changes: str):
    result = scene.run_raw(scene.second, stem, environment(scene, **changes))
    return json.loads(result.stdout), result.exit_code


def test_a_lower_token_than_the_highest_is_refused_and_changes_nothing():
    scene = SalesScene(install=False)
    assert answer(scene, "start_sql_server", Token="9")[1] == 0
    verdict, exit_code = answer(scene, STOP, Token="8")
    assert (verdict["code"], verdict["changed"], exit_code) == ("CW3004", False, 10)
    assert "token 8" in verdict["message"] and "seen 9" in verdict["message"]
    assert scene.file(scene.second, "token")["highest"] == 9
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4


def test_a_command_past_its_time_is_refused():
    scene = SalesScene(install=False)
    verdict, exit_code = answer(scene, STOP, NotAfter="2026-02-03T03:59:59Z")
    assert (verdict["code"], exit_code) == ("CW3005", 10)


def test_a_command_that_would_be_valid_for_longer_than_minutes_is_refused():
    """Whoever overheard one, or made one up, could keep it: it had no end unless it named one."""
    scene = SalesScene(install=False)
    for not_after in (later(scene, minutes=16), "2099-01-01T00:00:00Z"):
        verdict, exit_code = answer(scene, STOP, NotAfter=not_after)
        assert (verdict["code"], verdict["changed"], exit_code) == ("CW3023", False, 11)
    verdict, exit_code = answer(scene, STOP, NotAfter="none")
    assert (verdict["code"], exit_code) == ("CW3007", 11)
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4
    assert answer(scene, STOP, NotAfter=later(scene, minutes=14))[0]["code"] == "CW2007"


def test_a_command_that_is_delivered_twice_is_done_once():
    scene = SalesScene(install=False)
    assert answer(scene, STOP)[0]["code"] == "CW2007"
    assert answer(scene, "start_sql_server", ActionToken="00000000-0000-4000-8000-00000000cafe")[0]["code"] == "CW2009"
    verdict, exit_code = answer(scene, STOP)
    assert (verdict["code"], verdict["outcome"], verdict["changed"], exit_code) == ("CW2007", "done", False, 0)
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4


def test_another_clusters_command_waits_for_the_end_of_the_operation():
    scene = SalesScene(install=False)
    assert answer(scene, "start_sql_server")[1] == 0
    verdict, exit_code = answer(scene, STOP, ClusterKey="f" * 16)
    assert (verdict["code"], exit_code) == ("CW3011", 11)
    scene.pass_time(3700)
    assert answer(scene, STOP, ClusterKey="f" * 16, Token="1")[0]["code"] == "CW2007"


def test_the_operation_is_remembered_for_an_hour():
    scene = SalesScene(install=False)
    answer(scene, "start_sql_server")
    assert scene.observe(scene.second)["token"]["operationUntil"].startswith("2026-02-03T05:00:")


def test_an_agent_that_hands_over_no_parameters_is_found_out():
    scene = SalesScene(install=False)
    result = scene.run_raw(scene.second, STOP, {})
    verdict = json.loads(result.stdout)
    assert (verdict["code"], result.exit_code, verdict["changed"]) == ("CW3006", 11, False)


def test_parameters_are_checked_again_on_the_host():
    scene = SalesScene(install=False)
    for name, value in {
        "Token": "1; Stop-Service x",
        "ActionToken": "x",
        "NotAfter": "tomorrow-tomorrow-1",
        "ClusterKey": "$(x)",
    }.items():
        verdict, exit_code = answer(scene, STOP, **{name: value})
        assert (verdict["code"], exit_code) == ("CW3007", 11), name
    assert scene.observe(scene.second)["sql"]["instances"][0]["service"] == 4


def test_a_torn_record_of_tokens_is_answered_from_its_copy_and_a_lost_one_lets_nothing_old_in():
    scene = SalesScene(install=False)
    answer(scene, "start_sql_server", ActionToken="none")
    answer(scene, "start_sql_server", ActionToken="none")
    path = r"C:\ProgramData\CacheWarden\token.json"
    scene.second.files.write_bytes(path, b'{"v":1,"hig')
    assert scene.observe(scene.second)["token"]["highest"] == 7
    scene.second.files.write_bytes(path + ".bak", b"\0\0\0")
    written = int(scene.clock.now().timestamp() * 1000)
    highest = scene.observe(scene.second)["token"]["highest"]
    assert written + 230_000 < highest <= written + 240_000
    for old in ("7", str(written), str(highest - 1)):
        verdict, exit_code = answer(scene, STOP, Token=old)
        assert (verdict["code"], exit_code) == ("CW3004", 10), verdict
    # What the lease gives out next: one more than the host has reported.
    scene.pass_time(30)
    verdict, exit_code = answer(scene, STOP, Token=str(highest + 1))
    assert (verdict["code"], exit_code) == ("CW2007", 0), verdict
    assert scene.observe(scene.second)["token"]["highest"] == highest + 1


def test_an_unexpected_error_is_a_verdict():
    scene = SalesScene(install=False)
    scene.write_state(scene.second, "inventory", {"v": 1})
    result = scene.run_raw(scene.second, STOP, environment(scene))
    verdict = json.loads(result.stdout)
    assert (verdict["code"], verdict["outcome"], result.exit_code) == ("CW3009", "failed", 40)
    assert "error:" in scene.log(scene.second)


def unwritable(scene: SalesScene):
    return scene.second.files.hold(r"C:\ProgramData\CacheWarden\token.json")


def test_what_cannot_be_written_down_is_no_weaker_fence():
    """Only the token that is stored already goes on, and the start of SQL Server; nothing lower, no other cluster."""
    scene = SalesScene(install=False)
    assert answer(scene, STOP, Token="9", ActionToken="none")[0]["code"] == "CW2007"
    held = unwritable(scene)
    fresh = {"ActionToken": "none"}
    for stem in ("start_sql_server", STOP):
        assert answer(scene, stem, Token="8", **fresh)[0]["code"] == "CW3004", stem
        assert answer(scene, stem, Token="9", ClusterKey="f" * 16, **fresh)[0]["code"] == "CW3011", stem
        assert answer(scene, stem, Token="9", NotAfter="2026-02-03T03:59:59Z", **fresh)[0]["code"] == "CW3005", stem
    for token in ("10", str(int(scene.clock.now().timestamp() * 1000))):
        assert answer(scene, STOP, Token=token, **fresh)[0]["code"] == "CW3020"
    assert answer(scene, STOP, Token="9", **fresh)[0]["code"] == "CW2008"
    assert answer(scene, "start_sql_server", Token="10", **fresh)[0]["code"] == "CW2009"
    held.close()
    assert scene.file(scene.second, "token")["highest"] == 9
    assert answer(scene, STOP, Token="8", **fresh)[0]["code"] == "CW3004"


def test_a_lost_record_is_none_that_names_the_token():
    """Its stand-in is a time: the command that has just that number was written down nowhere."""
    scene = SalesScene(install=False)
    assert answer(scene, STOP, ActionToken="none")[0]["code"] == "CW2007"
    path = r"C:\ProgramData\CacheWarden\token.json"
    for end in ("", ".bak"):
        scene.second.files.write_bytes(path + end, b"{")
    highest = scene.observe(scene.second)["token"]["highest"]
    scene.pass_time(60)
    held = unwritable(scene)
    assert answer(scene, STOP, Token=str(highest), ClusterKey="none", ActionToken="none")[0]["code"] == "CW3020"
    held.close()
