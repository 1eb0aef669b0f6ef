"""House rules of the built documents: key order, descriptions, timeouts, patterns with samples of both kinds."""

import re

from cachewarden.operation.act_documents import (
    ACT_DOCUMENTS,
    ANSWERING,
    CONFIRMING,
    ON_DISPOSABLE_NODES,
    WITHOUT_LEASE,
    commands_sent_by,
)
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.document_hash import document_hash
from cachewarden.operation.timing import ACT_LEASE_LIFE_S
from infra.documents.acts import read_commands
from infra.documents.builder import ROOT, build_documents
from infra.documents.names import pascal
from infra.documents.sender import SENT_BY, Sender
from infra.documents.templates import load
from tests.in_one_test import in_one_test

ROLE = "role"
FLOW = frozenset({"aws:branch", "aws:loop", "aws:sleep"})
"""Actions that end by themselves."""
DOCUMENTS = list(
    build_documents(
        {
            "MAINTAIN_REPLICA_ARN": "machine",
            "ASSUME_ROLE_ARN": ROLE,
            "DOCUMENT_LEASE_FUNCTION": "lease",
            "DOCS_URL": "docs",
            "TOPIC_ARN": "topic",
            "APPROVERS": ["arn:aws:iam::111122223333:user/boss"],
        }
    ).values()
)
BREAK_GLASS = "CacheWarden-BreakGlass"
"""Confirms by itself what it sends."""
COMMANDS = [document for document in DOCUMENTS if document.kind == "Command"]
AUTOMATIONS = [document for document in DOCUMENTS if document.kind == "Automation"]
TOP = ["description", "schemaVersion", "assumeRole", "parameters", "outputs", "variables", "mainSteps"]
STEP = ["name", "action", "description", "timeoutSeconds", "maxAttempts", "onFailure", "onCancel", "isCritical",
        "precondition", "inputs", "outputs", "nextStep", "isEnd"]  # fmt: skip
PARAMETER = ["type", "description", "default", "allowedValues", "allowedPattern", "interpolationType"]
GUID = "0f8fad5b-d9cb-469f-a165-70867728950e"
SAMPLES = {
    "Token": (["0", "7", "999999999999999"], ["", "-1", "7 ", "1e3", "1234567890123456", "none", "٣"]),
    "ActionToken": (["none", GUID], ["", GUID[:-1], GUID + "0", "$(x)"]),
    "InstanceType": (
        ["r5d.4xlarge", "u-6tb1.112xlarge", "x2iedn.metal", "i8ge.metal-24xl"],
        ["", "r5d", "r5d.", "R5D.4xlarge", "r5d.4xlarge ", "r5d.4x.large", "none"],
    ),
    "NotAfter": (
        ["2026-02-03T04:05:06Z", "2026-02-03T04:05:06.789Z", "2026-02-03T04:05:06.1234567+00:00"],
        ["", "none", "2026-02-03", "2026-02-03T04:05:06", "2026-02-03T04:05:06+01:00", "now"],
    ),
    "ClusterKey": (["none", "0123abcd", "a" * 64], ["", "short", "A" * 10, "a" * 65, "g" * 10]),
    "AvailabilityGroups": ([GUID, ",".join([GUID] * 13)], ["", "none", "sales-ag", GUID + ",", ",".join([GUID] * 14)]),
    "Modes": (
        ["none", f"{GUID}/{GUID}/1/0", ",".join([f"{GUID}/{GUID}/1/0"] * 6)],
        ["", "none,none", f"{GUID}/{GUID}/2/0", f"{GUID}/{GUID}/1", ",".join([f"{GUID}/{GUID}/1/0"] * 7)],
    ),
    "RequiredSynchronized": (
        ["none", f"{GUID}/0", ",".join([f"{GUID}/8"] * 6)],
        ["", "0", f"{GUID}/9", f"{GUID}/-1", f"{GUID}/{GUID}", ",".join([f"{GUID}/1"] * 7)],
    ),
    "Databases": (
        [f"{GUID}/{GUID}", ",".join([f"{GUID}/{GUID}"] * 6)],
        ["", "none", GUID, "a/b", ",".join([f"{GUID}/{GUID}"] * 7)],
    ),
    "Consent": (
        ["none", "outage/1770091506789/2026-02-03T05:05:06Z"],
        ["", "outage", "outage/7", "outage/7/none", "Outage/7/2026-02-03T05:05:06Z", "outage/7/2026-02-03T05:05:06"],
    ),
    "SentBy": (["person", "workflow"], ["", "none", "Person", "operator", "workflow "]),
    "Replicas": (["none", GUID, ",".join([GUID] * 13)], ["", "all", GUID[:-1], ",".join([GUID] * 14)]),
    "Act": (
        ["EvacuateCache", "StartSqlServer"],
        ["", "RebuildStorage", "ObserveHost", "evacuatecache", "EvacuateCache "],
    ),
    "AcceptedRisk": (["another operation may be running"], ["", "yes", "Another operation may be running"]),
    "AcceptedLoss": (
        ["none", "a stop of this instance destroys the data drive"],
        ["", "yes", "A stop of this instance destroys the data drive"],
    ),
    "Emergency": (["the lease function fails (INC0012345)"], ["", "why", "          ", 'because "x" said so']),
    "MaxRedoSeconds": (["60", "0", "86400"], ["", "none", "-1", "6.5", "123456"]),
    "Restart": (["yes", "no"], ["", "none", "Yes", "yes no"]),
    "SeedStep": (["look", "seed"], ["", "none", "Look", "look seed"]),
    "Copies": (
        ["none", "1099511627776:none", ",".join([f"8192:0x{'0A' * 20}", "unknown"] * 3)],
        ["", "8192", "none,none", "-1:none", "1:0xg0", "8192:none,", ",".join(["8192:none"] * 7)],
    ),
    "Write": (["yes", "no"], ["", "none", "YES", "yes no"]),
    "DataVolumes": (
        ["none", "vol-0123456789abcdef0", "vol-01234567,vol-0123456789abcdef0"],
        ["", "vol0123456789abcdef0", "vol-XYZ12345", ",".join(["vol-0123456789abcdef0"] * 9)],
    ),
    "SwapVolume": (["none", "vol-0123456789abcdef0"], ["", "vol-01234567,vol-01234567", "swap"]),
    "RolesFrom": (["parameters", "tags"], ["", "none", "tag", "Tags"]),
    "CacheGiB": (["0", "100", "9999"], ["", "-1", "1.5", "10000", "none"]),
    "FileSystem": (["NTFS", "ReFS"], ["", "none", "ntfs", "FAT32"]),
    "DataLetter": (["D", "Z"], ["", "none", "C", "d", "D:"]),
    "TempdbLetter": (["none", "S"], ["", "C", "s", "S:"]),
    "AllocationUnitKiB": (["4", "64", "2048"], ["", "0", "63", "4096", "none"]),
    "GroupName": (["sales-ag", "A", "a" * 63], ["", "-ag", "a b", "a" * 64, "sales]ag"]),
    "GroupDatabases": (
        ["sales", "sales,orders", "Sales Data (x)".replace("(", "").replace(")", ""), ",".join(["d"] * 12)],
        ["", ",", "sales,", "a[b", ",".join(["d"] * 13)],
    ),
    "SecondaryMode": (["synchronous", "asynchronous"], ["", "none", "Synchronous", "sync"]),
    "BuildStep": (["see-primary", "watch-seeding"], ["", "none", "drop-group", "see-primary "]),
    "Partner": (
        [
            "none",
            r"SALES2;SALES\SALES2$;TCP://sales2.sales.example:5022;full;16;data=0|log=0|D:\SQL Data=10737418240",
            r"SALES2\A;SALES\svc sql;TCP://a:5022;basic;13;data=0",
        ],
        [
            "",
            "SALES2",
            r"SALES2;SALES\x$;TCP://a:5022;full;16",
            r"SALES2;SALES\x$;TCP://a:5022;full;data=0",
            r"SALES2;SALES\x$;HTTP://a:5022;full;16;data=0",
            r"SALES2;SALES\x$;TCP://a:5022;full;16;data=0;log=0",
        ],
    ),
    "Reason": (
        ["started by an operator", "CHG0012345: patch (ok?)".replace("?", "")],
        ["", 'a"b', "a\\b", "a\nb", "x" * 201],
    ),
}
HOSTILE = ["{{ ssm:secret }}", "{{x}}", "a'b", 'a"b', "$(Get-Date)", "`n", "a;b", "a\nb", "a|b", "\u202e", "ä" * 3]


SAMPLED = {
    name: parameter["allowedPattern"]
    for document in DOCUMENTS
    for name, parameter in document.content.get("parameters", {}).items()
    if parameter["type"] == "String"
}
"""Patterns by parameter."""


def identify(document):
    return document.name


def parameters(document):
    return document.content.get("parameters", {})


@in_one_test("document", DOCUMENTS, ids=identify)
def test_keys_stand_in_the_order_of_the_style(document):
    assert list(document.content) == [key for key in TOP if key in document.content]
    for step in document.content["mainSteps"]:
        assert list(step) == [key for key in STEP if key in step]
    for parameter in parameters(document).values():
        assert list(parameter) == [key for key in PARAMETER if key in parameter]


@in_one_test("document", DOCUMENTS, ids=identify)
def test_every_string_parameter_has_a_pattern_that_tells_good_from_bad(document):
    for name, parameter in parameters(document).items():
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


@in_one_test("document", COMMANDS, ids=identify)
def test_command_documents_have_one_step_and_environment_variables(document):
    (step,) = document.content["mainSteps"]
    assert document.content["schemaVersion"] == "2.2"
    assert step["action"] == "aws:runPowerShellScript"
    assert step["name"] == pascal(document.stem)
    assert step["precondition"] == {"StringEquals": ["platformType", "Windows"]}
    assert isinstance(step["inputs"]["timeoutSeconds"], str)
    assert 60 <= int(step["inputs"]["timeoutSeconds"]) <= 900
    assert len(step["inputs"]["runCommand"]) == 1
    for parameter in parameters(document).values():
        assert parameter["interpolationType"] == "ENV_VAR"


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_automation_documents_say_who_acts_and_how_long(document):
    content = document.content
    assert content["schemaVersion"] == "0.3"
    assert content["assumeRole"] == "{{ AutomationAssumeRole }}"
    assert content["parameters"]["InstanceId"]["type"] == "AWS::EC2::Instance::Id"
    assert content["parameters"]["AutomationAssumeRole"]["default"] == ROLE
    names = [step["name"] for step in content["mainSteps"]]
    assert len(names) == len(set(names))
    for step in content["mainSteps"]:
        assert step["action"] in FLOW or step["timeoutSeconds"] > 0
        assert step["description"].endswith(".")
        target = step.get("onFailure", "Abort")
        assert target in ("Abort", "Continue") or target.removeprefix("step:") in names
        assert (step["action"] == "aws:branch") + ("nextStep" in step) + ("isEnd" in step) == 1
        assert step.get("nextStep", names[0]) in names
    for output in content["outputs"]:
        assert output.split(".")[0] in names
    for described in [content, *content["parameters"].values()]:
        assert len(described["description"]) > 20


ACTS = read_commands(ROOT / "command")
SENT_IN_PAGES = re.compile(r"send-command --document-name CacheWarden-Host-(\w+)")


@in_one_test("document", COMMANDS, ids=identify)
def test_a_command_document_says_who_sends_it(document):
    act = ACTS[document.stem]
    assert document.content["description"] == f"{act.description} {SENT_BY[act.sent_by]}"
    assert (act.sent_by is Sender.INSTALL_HOST) == bool(act.bundle_files)


def test_people_send_those_commands_alone_that_a_page_has_them_send():
    pages = [page.read_text(encoding="utf-8") for page in (ROOT.parent / "docs").rglob("*.md")]
    sent = {stem for page in pages for stem in SENT_IN_PAGES.findall(page)}
    assert sent == {pascal(act.stem) for act in ACTS.values() if act.sent_by is Sender.ADOPT_STORAGE_AND_PEOPLE}


HOW_LONG = re.compile(r"\b(?:[Tt]akes|[Ii]n) (?:about|at most|less than|as long as|seconds|some minutes)\b")
"""The form in which a description says how long its document takes; no other duration counts (an approval's hour)."""
WAY_BACK = re.compile(
    r"\b(?:undo|undoes|undone|way back|way out)\b|"
    r"\b(?:brings?|brought|comes?|goes) (?:the node |it |that |everything )?back\b|"
    r"\bout of service until CacheWarden-StartCluster\b|\b[Cc]hanges nothing(?: else)?[,;.]"
)
"""The forms in which it says what the way back is, or that there is none; that a document is named isn't enough."""
UNSAID = [
    "Asks the approvers. Nothing is done before one of them approves it within an hour. Only on a secondary.",
    "Stops a node that is secondary; it destroys nothing. CacheWarden-StartInstance refuses such a node.",
]
"""Descriptions that say neither."""


def says_how_long(described):
    return HOW_LONG.search(described) is not None


def says_the_way_back(described):
    return WAY_BACK.search(described) is not None


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_a_description_says_how_long_it_takes_and_what_the_way_back_is(document):
    """In its own words; that they are true no test can say."""
    described = document.content["description"]
    assert says_how_long(described) and says_the_way_back(described)


@in_one_test("described", UNSAID)
def test_a_secondary_an_hours_approval_and_a_named_document_count_as_neither(described):
    assert not says_how_long(described) and not says_the_way_back(described)


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_a_parameter_is_passed_on_to_a_command_under_its_own_name(document):
    for step in document.content["mainSteps"]:
        given = step["inputs"].get("Parameters", {}) if step["action"] == "aws:runCommand" else {}
        for name, value in given.items():
            fixed = "{{" not in value and re.fullmatch(SAMPLED[name], value)
            assert fixed or re.fullmatch(rf"{{{{ (\w+\.)?{name} }}}}", value), name


def test_the_same_parameter_is_declared_alike_everywhere():
    seen = {}
    for document in DOCUMENTS:
        for name, parameter in parameters(document).items():
            if parameter["type"] == "String":
                assert seen.setdefault(name, parameter["allowedPattern"]) == parameter["allowedPattern"]


def test_documents_for_disposable_nodes_ask_for_what_they_take():
    """They refuse what is managed, and volumes that aren't named (CW3029, CW1062)."""
    for document in AUTOMATIONS:
        told = {name: parameter["description"] for name, parameter in parameters(document).items()}
        disposable = document.name in ON_DISPOSABLE_NODES
        assert any(step["name"] == "ConfirmDisposable" for step in document.content["mainSteps"]) is disposable
        assert ("cachewarden:disposable=true" in told.get("InstanceId", "")) is disposable
        for name in {"DataVolumes", "SwapVolume"} & {*told}:
            assert ("none is refused" in told[name]) is disposable
            assert ("inventory" in told[name]) is not disposable


def test_a_command_that_acts_carries_the_fencing_parameters():
    without = {
        "observe_host", "install_host", "uninstall_host", "grant_rights", "validate_availability_groups",
        "record_host_facts", "record_pair_facts", "record_restart_facts", "adopt_storage", "build_availability_group",
    }  # fmt: skip
    for document in COMMANDS:
        fenced = {"Token", "ActionToken", "NotAfter", "ClusterKey"} <= set(parameters(document))
        assert fenced == (document.stem not in without and not document.stem.startswith("install_bundle_"))


def test_nobody_is_asked_for_a_token_and_no_acting_command_goes_without_one():
    assert not any("Token" in parameters(document) for document in AUTOMATIONS)
    assert not any("default" in parameters(document).get("Token", {}) for document in COMMANDS)


def test_whatever_becomes_of_a_persons_act_its_lease_is_released():
    """Every step leads on, on failure and when cancelled, to the step that releases; loops have no onCancel."""
    acts = [document for document in AUTOMATIONS if document.content["mainSteps"][0]["name"] == "TakeLease"]
    assert {document.name for document in acts} == set(ACT_DOCUMENTS)
    for document in acts:
        *steps, release, last = document.content["mainSteps"]
        assert (release["name"], release["nextStep"], last["name"]) == ("ReleaseLease", last["name"], "SayHowItEnded")
        for step in steps:
            assert step["action"] == "aws:loop" or step["onCancel"] == "step:ReleaseLease", step["name"]
            goes_on = step["action"] == "aws:branch" or step["onFailure"] != "Abort"
            assert goes_on, step["name"]


def test_what_can_be_chosen_is_offered_and_what_must_be_typed_is_not():
    offered = {}
    for document in AUTOMATIONS:
        for name, parameter in parameters(document).items():
            if "allowedValues" in parameter:
                offered.setdefault(name, parameter["allowedValues"])
                assert all(re.fullmatch(parameter["allowedPattern"], each) for each in parameter["allowedValues"])
    assert offered.keys() == {
        "Act", "AllocationUnitKiB", "FileSystem", "Restart", "RolesFrom", "SecondaryMode", "Write",
    }  # fmt: skip
    assert offered["Write"] == ["yes", "no"] and "StopSqlServer" in offered["Act"]


INSTEAD = {
    "Refuse", "SayBrokenOff", "SayNoAnswer", "SayNotConfirmed", "SayNothingSent", "SayNotTagged", "SayUnanswered",
    "SayPreflight", "SayJoinedPreflight",
}  # fmt: skip
"""Steps that have the outputs where the document's answer isn't given: no input can take an output that isn't there."""
OUTPUTS = {"Outcome", "Code", "Sentence", "DataIsSafe", "Next", "WhoHoldsTheLease"}


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_every_document_has_the_same_six_outputs_of_one_step(document):
    steps = {step["name"]: step for step in document.content["mainSteps"]}
    by_step = {}
    for output in document.content["outputs"]:
        step, _, name = output.partition(".")
        by_step.setdefault(step, set()).add(name)
    ending = [name for name, outputs in by_step.items() if outputs >= OUTPUTS]
    assert len([name for name in ending if name not in INSTEAD]) == 1
    for name in ending:
        assert {each["Name"] for each in steps[name]["outputs"]} >= OUTPUTS


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_a_first_step_that_fails_or_is_cancelled_leads_to_a_step_with_the_outputs(document):
    first, *others = document.content["mainSteps"]
    steps = {step["name"]: step for step in others}
    for way in ("onFailure", "onCancel"):
        target = first.get(way, "Abort").removeprefix("step:")
        while target in steps and not {each["Name"] for each in steps[target].get("outputs", [])} >= OUTPUTS:
            target = steps[target].get("nextStep", "the end")
        assert target in steps, (way, target)


INTO_SOURCE = {"DOCS_URL", "DOCUMENT_HASH", "LEAD"}
"""What is put into the source of scripts: the address of the pages, a function, and a constant of the builder."""


@in_one_test("template", sorted((ROOT / "templates").glob("*.yaml")), ids=lambda path: path.stem)
def test_no_text_of_the_catalogue_becomes_source_of_a_script(template):
    """A quotation mark in it would break the script: texts are inputs."""
    content = load(template)
    steps = [each for part in ("mainSteps", "before", "after") for each in content.get(part, [])]
    scripts = [step["inputs"]["Script"] for step in steps if step.get("action") == "aws:executeScript"]
    assert {name for script in scripts for name in re.findall("%%([A-Z_]+)%%", script)} <= INTO_SOURCE


def test_whatever_becomes_of_a_document_without_a_lease_it_is_told_at_its_end():
    told = [
        document
        for document in AUTOMATIONS
        if any('"action":"tell"' in str(each) for each in document.content["mainSteps"])
    ]
    assert {document.name for document in told} == WITHOUT_LEASE
    for document in told:
        *steps, tell, last = document.content["mainSteps"]
        assert (tell["name"], tell["nextStep"], last["name"]) == (ANSWERING, last["name"], "SayHowItEnded")
        for step in steps:
            assert step["onCancel"] == f"step:{ANSWERING}", step["name"]
            assert step["action"] == "aws:branch" or step["onFailure"] in ("Continue", f"step:{ANSWERING}"), step[
                "name"
            ]


DEPLOYED = DeployedDocuments(hashes={document.name: document_hash(document.content) for document in COMMANDS})


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_what_is_confirmed_of_a_document_is_what_it_sends(document):
    sent = {
        step["inputs"]["DocumentName"] for step in document.content["mainSteps"] if step["action"] == "aws:runCommand"
    }
    if document.name in {*ACT_DOCUMENTS, *WITHOUT_LEASE}:
        assert sent == {*commands_sent_by(document.name, DEPLOYED)}
    else:
        assert not sent or document.name == BREAK_GLASS


@in_one_test("document", AUTOMATIONS, ids=identify)
def test_every_command_that_a_document_sends_names_the_hash_of_what_was_confirmed(document):
    """Without it Systems Manager would send whatever the default version is by then."""
    names = [step["name"] for step in document.content["mainSteps"]]
    for step in document.content["mainSteps"]:
        if step["action"] == "aws:runCommand":
            command = step["inputs"]["DocumentName"].removeprefix("CacheWarden-Host-")
            output = "Hash" if document.name == BREAK_GLASS else f"{command}Hash"
            confirming = "TakeLease" if "TakeLease" in names else CONFIRMING
            assert step["inputs"]["DocumentHash"] == f"{{{{ {confirming}.{output} }}}}"
            assert step["inputs"]["DocumentHashType"] == "Sha256"
            assert names.index(confirming) < names.index(step["name"])


@in_one_test("document", [each for each in AUTOMATIONS if each.name in WITHOUT_LEASE], ids=identify)
def test_a_document_without_a_lease_confirms_its_commands_right_before_the_first(document):
    steps = document.content["mainSteps"]
    first = next(number for number, step in enumerate(steps) if step["action"] == "aws:runCommand")
    confirm, branch = steps[first - 2 : first]
    assert confirm["name"] == CONFIRMING and confirm["nextStep"] == branch["name"]
    assert [choice["NextStep"] for choice in branch["inputs"]["Choices"]] == [steps[first]["name"]]
    assert branch["inputs"]["Default"] == ANSWERING


RENEWS = ("TakeLease", "Renew", "WatchWork", "SeeOutcome")


@in_one_test("document", [each for each in AUTOMATIONS if each.name in ACT_DOCUMENTS], ids=identify)
def test_the_lease_of_a_single_act_outlasts_what_is_done_between_two_renewals(document):
    """While a command runs, nothing renews: what took longer left the node to the sweep, and to whoever took it."""
    longest = unrenewed = 0
    for step in document.content["mainSteps"]:
        if step["name"].startswith(RENEWS):
            # Written at the step's beginning, for all that can be known.
            unrenewed = 0
        unrenewed += step.get("timeoutSeconds", 0) * step.get("maxAttempts", 1)
        longest = max(longest, unrenewed)
    assert longest < ACT_LEASE_LIFE_S


def test_a_document_that_runs_the_workflow_or_breaks_the_glass_has_outputs_whenever_it_ends_before_an_answer():
    """Each step that may fail or be cancelled before there is an answer leads to one that says so."""
    checked = 0
    for document in AUTOMATIONS:
        steps = {step["name"]: step for step in document.content["mainSteps"]}
        before = ("MaintainReplica",) if "MaintainReplica" in steps else ()
        if "ReadPreflight" in steps:  # its answer comes last
            before = (
                "MaintainReplica",
                "AwaitJoined",
                "ConfirmState",
                "ConfirmTag",
                "SeeProtection",
                "ConfirmProtection",
            )
        if document.name == BREAK_GLASS:
            before = ("SeeWho", "TellBefore", "ConfirmCommands", "MakeToken", "RunOnHost", "ReadVerdict")
        for name in before:
            failed = steps[name]["onFailure"]
            assert failed == "Continue" or _says(steps, failed), name
            assert _says(steps, steps[name]["onCancel"]), name
            checked += 1
    assert checked > 6


def _says(steps, target):
    """Whether what follows `step:<name>` comes to a step that has the outputs."""
    name = target.removeprefix("step:")
    while name not in {*INSTEAD, ANSWERING} and "nextStep" in steps.get(name, {}):
        name = steps[name]["nextStep"]
    return name in {*INSTEAD, ANSWERING}


def test_no_document_that_people_start_lowers_how_many_secondaries_a_commit_waits_for():
    """That needs the consent fewer-copies; only the workflow sends another value."""
    name = "RequiredSynchronized"
    given = [
        (document.name, step["inputs"]["Parameters"][name], name in document.content["parameters"])
        for document in AUTOMATIONS
        for step in document.content["mainSteps"]
        if name in step["inputs"].get("Parameters", {})
    ]
    assert given == [("CacheWarden-RestoreReplicaModes", "none", False)]
