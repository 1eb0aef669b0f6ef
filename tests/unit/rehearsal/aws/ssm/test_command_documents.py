import re

import pytest

from rehearsal.aws.ssm.command_documents import command_steps
from rehearsal.aws.ssm.document_parameters import DocumentRefusedError, declare
from rehearsal.aws.ssm.documents import DOCUMENT_BYTES_MAX, declared


def step(name="Run", action="aws:runPowerShellScript", **more):
    return {"name": name, "action": action, "inputs": {"runCommand": ["exit 0"]}, **more}


def inputs(**more):
    return {**step(), "inputs": {"runCommand": ["exit 0"], **more}}


def steps(*raws, **content):
    parameters = {
        name: declare("Probe", "Command", name, raw)
        for name, raw in {
            "Mode": {"type": "String"},
            "Token": {"type": "String", "interpolationType": "ENV_VAR"},
        }.items()
    }
    return command_steps("Probe", {"schemaVersion": "2.2", "mainSteps": list(raws), **content}, parameters)


def test_steps_keep_their_order_timeout_and_platform():
    first, second = steps(
        {**inputs(timeoutSeconds="{{ Mode }}"), "precondition": {"StringEquals": ["platformType", "Linux"]}},
        step("Next"),
    )
    assert (first.name, first.timeout, first.platform) == ("Run", "{{ Mode }}", "Linux")
    assert (second.name, second.timeout, second.platform) == ("Next", "3600", None)
    assert "[platformType, Linux]" in first.skipped_on("Windows")
    assert second.skipped_on("Windows") is None


@pytest.mark.parametrize(
    ("raws", "what"),
    [
        ([], 'Probe: Missing "mainSteps" in the document.'),
        ([{"action": "aws:runPowerShellScript"}], 'Probe: mainSteps[0]: Missing "name" in step detail.'),
        ([{"name": "Run"}], 'Probe: mainSteps[0]: Missing "action" in step detail.'),
        ([step("a-b")], "Probe/a-b: name: expected letters, digits and underscores"),
        ([step(), step()], "Probe/Run: name: there are two steps of this name"),
        ([step(action="aws:runMagic")], "Probe/Run: Unknown plugin name: aws:runMagic"),
        ([step(action="aws:runShellScript")], "Probe/Run: action aws:runShellScript isn't modelled"),
        ([step(timeoutSeconds=5)], "Probe/Run: timeoutSeconds is no property of a step of schema 2.2"),
        ([inputs(finallyStep=True)], "Probe/Run: inputs.finallyStep isn't modelled"),
        ([inputs(commands=["x"])], "Probe/Run: inputs.commands is no input of aws:runPowerShellScript"),
        ([{**step(), "inputs": {}}], "Probe/Run: inputs.runCommand is missing, expected a text or a list of lines"),
        ([inputs(timeoutSeconds="soon")], "Probe/Run: inputs.timeoutSeconds is 'soon', expected whole seconds"),
        ([inputs(onFailure="abort")], "Probe/Run: inputs.onFailure is 'abort', expected exit or successAndExit"),
        ([inputs(runCommand="{{ Nobody }}")], 'Probe/Run: Parameter "Nobody" is not declared.'),
        ([inputs(runCommand="{{ Token }}")], "{{ Token }} stands in the step, but the parameter is an ENV_VAR"),
        (
            [step(precondition={"StringEquals": ["platformType", "windows"]})],
            "unrecognized values [platformType, windows] encountered.",
        ),
        ([step(precondition={"StringEquals": ["{{ Mode }}", "x"]})], "isn't modelled, only platformType"),
        ([step(precondition={"StringNotEquals": ["platformType", "Linux"]})], "isn't modelled, only platformType"),
    ],
)
def test_a_wrong_command_document_is_refused_with_document_step_and_field(raws, what):
    with pytest.raises(DocumentRefusedError, match=re.escape(what)):
        steps(*raws)


def test_an_unknown_part_of_a_document_is_refused():
    with pytest.raises(DocumentRefusedError, match="Probe: runtimeConfig is unknown"):
        steps(step(), runtimeConfig={})


@pytest.mark.parametrize(
    ("kind", "content", "what"),
    [
        ("Command", {"schemaVersion": "1.2"}, "Command document with schema 1.2"),
        ("Automation", {"schemaVersion": "2.2"}, "Automation document with schema 2.2"),
        ("Session", {"schemaVersion": "1.0"}, "Session document with schema 1.0"),
        ("Command", {"schemaVersion": "2.2", "parameters": []}, "parameters is list, expected a map"),
    ],
)
def test_a_document_of_another_kind_is_refused(kind, content, what):
    with pytest.raises(DocumentRefusedError, match=what):
        declared("Probe", kind, content)


def test_a_document_over_64_kb_is_refused_by_bytes_not_characters():
    def content(text):
        return {"schemaVersion": "2.2", "mainSteps": [{**step(), "inputs": {"runCommand": text}}]}

    empty = declared("Probe", "Command", content(""))[2]
    assert declared("Probe", "Command", content("x" * (DOCUMENT_BYTES_MAX - empty)))[2] == DOCUMENT_BYTES_MAX
    umlauts = (DOCUMENT_BYTES_MAX - empty) // 2
    assert declared("Probe", "Command", content("ü" * umlauts))[2] > DOCUMENT_BYTES_MAX - 2
    with pytest.raises(DocumentRefusedError, match="bytes, SSM takes 65536"):
        declared("Probe", "Command", content("ü" * (umlauts + 1)))
    with pytest.raises(DocumentRefusedError, match="65537 bytes, SSM takes 65536"):
        declared("Probe", "Command", content("x" * (DOCUMENT_BYTES_MAX - empty + 1)))
