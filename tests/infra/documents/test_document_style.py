"""House rules of the YAML documents: key order, descriptions, timeouts, patterns with samples of both kinds."""

import re

import pytest
import yaml

from infra.documents.builder import ROOT

FILES = sorted([*(ROOT / "command").glob("*.yaml"), *(ROOT / "automation").glob("*.yaml")])
TOP = ["description", "schemaVersion", "assumeRole", "parameters", "outputs", "variables", "mainSteps"]
STEP = ["name", "action", "description", "timeoutSeconds", "maxAttempts", "onFailure", "onCancel", "isCritical",
        "precondition", "inputs", "outputs", "nextStep", "isEnd"]  # fmt: skip
PARAMETER = ["type", "description", "default", "allowedPattern", "interpolationType"]
GUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
SAMPLES = {
    "Token": (["0", "7", "999999999999999"], ["", "-1", "7 ", "1e3", "1234567890123456", "none", "٣"]),
    "ActionToken": (["none", GUID], ["", GUID[:-1], GUID + "0", "$(x)"]),
    "NotAfter": (
        ["none", "2026-02-03T04:05:06Z", "2026-02-03T04:05:06.789Z", "2026-02-03T04:05:06.1234567+00:00"],
        ["", "2026-02-03", "2026-02-03T04:05:06", "2026-02-03T04:05:06+01:00", "now"],
    ),
    "ClusterKey": (["none", "0123abcd", "a" * 64], ["", "short", "A" * 10, "a" * 65, "g" * 10]),
    "AvailabilityGroups": ([GUID, ",".join([GUID] * 13)], ["", "none", "sales-ag", GUID + ",", ",".join([GUID] * 14)]),
    "Modes": (
        [f"{GUID}/{GUID}/1/0", ",".join([f"{GUID}/{GUID}/1/0"] * 6)],
        ["", "none", f"{GUID}/{GUID}/2/0", f"{GUID}/{GUID}/1", ",".join([f"{GUID}/{GUID}/1/0"] * 7)],
    ),
    "Databases": (
        [f"{GUID}/{GUID}", ",".join([f"{GUID}/{GUID}"] * 6)],
        ["", "none", GUID, "a/b", ",".join([f"{GUID}/{GUID}"] * 7)],
    ),
    "Restart": (["yes", "no"], ["", "none", "Yes", "yes no"]),
    "DataVolumes": (
        ["none", "vol-0123456789abcdef0", "vol-01234567,vol-0123456789abcdef0"],
        ["", "vol0123456789abcdef0", "vol-XYZ12345", ",".join(["vol-0123456789abcdef0"] * 9)],
    ),
    "SwapVolume": (["none", "vol-0123456789abcdef0"], ["", "vol-01234567,vol-01234567", "swap"]),
    "CacheGiB": (["0", "100", "9999"], ["", "-1", "1.5", "10000", "none"]),
    "AllocationUnitKiB": (["4", "64", "2048"], ["", "0", "63", "4096", "none"]),
    "Reason": (
        ["started by an operator", "CHG0012345: patch (ok?)".replace("?", "")],
        ["", 'a"b', "a\\b", "a\nb", "x" * 201],
    ),
}
HOSTILE = ["{{ ssm:secret }}", "{{x}}", "a'b", 'a"b', "$(Get-Date)", "`n", "a;b", "a\nb", "a|b", "\u202e", "ä" * 3]


def loaded(path):
    return yaml.safe_load(path.read_text())


def steps(document):
    return document["mainSteps"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_keys_stand_in_the_order_of_the_style(path):
    document = loaded(path)
    assert list(document) == [key for key in TOP if key in document]
    for step in steps(document):
        assert list(step) == [key for key in STEP if key in step]
    for parameter in document.get("parameters", {}).values():
        assert list(parameter) == [key for key in PARAMETER if key in parameter]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_string_parameter_has_a_pattern_that_tells_good_from_bad(path):
    for name, parameter in loaded(path).get("parameters", {}).items():
        if parameter["type"].startswith("AWS::"):
            continue
        assert parameter["type"] == "String"
        pattern = parameter["allowedPattern"]
        good, bad = SAMPLES[name]
        for sample in good:
            assert re.fullmatch(pattern, sample), (name, sample)
            assert len(sample) <= 512
        for sample in [*bad, *HOSTILE]:
            assert not re.fullmatch(pattern, sample) or sample in good, (name, sample)
        assert pattern.startswith("^") and pattern.endswith("$")
        assert "(?" not in pattern, "Go's and Java's regular expressions have no look-around in common"
        if "default" in parameter:
            assert re.fullmatch(pattern, parameter["default"])


@pytest.mark.parametrize("path", sorted((ROOT / "command").glob("*.yaml")), ids=lambda path: path.stem)
def test_command_documents_have_one_step_and_environment_variables(path):
    document = loaded(path)
    (step,) = steps(document)
    assert document["schemaVersion"] == "2.2"
    assert step["action"] == "aws:runPowerShellScript"
    assert step["name"] == "".join(word.capitalize() for word in path.stem.split("_"))
    assert step["precondition"] == {"StringEquals": ["platformType", "Windows"]}
    assert 60 <= int(step["inputs"]["timeoutSeconds"]) <= 900
    assert step["inputs"]["runCommand"] == [f"%%SCRIPT={path.stem}.ps1%%"]
    for parameter in document.get("parameters", {}).values():
        assert parameter["interpolationType"] == "ENV_VAR"


@pytest.mark.parametrize("path", sorted((ROOT / "automation").glob("*.yaml")), ids=lambda path: path.stem)
def test_automation_documents_say_who_acts_and_how_long(path):
    document = loaded(path)
    assert document["schemaVersion"] == "0.3"
    assert document["assumeRole"] == "{{ AutomationAssumeRole }}"
    assert document["parameters"]["InstanceId"]["type"] == "AWS::EC2::Instance::Id"
    assert document["parameters"]["AutomationAssumeRole"]["default"] == "%%ASSUME_ROLE_ARN%%"
    names = [step["name"] for step in steps(document)]
    assert len(names) == len(set(names))
    for step in steps(document):
        assert step["timeoutSeconds"] > 0
        assert step["description"].endswith(".")
        target = step.get("onFailure", "Abort")
        assert target in ("Abort", "Continue") or target.removeprefix("step:") in names
        assert ("nextStep" in step) != ("isEnd" in step)
        assert step.get("nextStep", names[0]) in names
    for output in document["outputs"]:
        assert output.split(".")[0] in names
    for parameter in [document, *document["parameters"].values()]:
        assert len(parameter["description"]) > 20


@pytest.mark.parametrize("path", sorted((ROOT / "automation").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_parameter_is_passed_on_to_a_command_under_its_own_name(path):
    for step in steps(loaded(path)):
        given = step["inputs"].get("Parameters", {}) if step["action"] == "aws:runCommand" else {}
        assert all(given[name] == f"{{{{ {name} }}}}" for name in given)


def test_the_same_parameter_is_declared_alike_everywhere():
    seen = {}
    for path in FILES:
        for name, parameter in loaded(path).get("parameters", {}).items():
            if parameter["type"] == "String":
                assert seen.setdefault(name, parameter["allowedPattern"]) == parameter["allowedPattern"]


def test_a_command_that_acts_carries_the_fencing_parameters():
    without = {"observe_host", "install_host", "install_worker"}
    for path in sorted((ROOT / "command").glob("*.yaml")):
        fenced = {"Token", "ActionToken", "NotAfter", "ClusterKey"} <= set(loaded(path).get("parameters", {}))
        assert fenced == (path.stem not in without)
