"""What goes into a document, and what the builder refuses."""

import hashlib
import re
from pathlib import Path

import pytest

from infra.documents.builder import (
    PARAMETER_ROOM,
    ROOT,
    SIZE_LIMIT,
    DocumentError,
    build_bundle,
    build_documents,
    document_bytes,
)
from infra.documents.names import deployed_name
from infra.documents.scripts import CARRIED_ROOMS, TASKS, ScriptSource

SUBSTITUTIONS = {
    "MAINTAIN_REPLICA_ARN": {"Fn::Sub": "machine"},
    "ASSUME_ROLE_ARN": lambda name, audience: {"Fn::Sub": f"{audience}/{name}"},
    "DOCUMENT_LEASE_FUNCTION": "lease",
    "DOCS_URL": "docs",
    "TOPIC_ARN": "topic",
    "APPROVERS": ["arn:aws:iam::111122223333:user/boss"],
}
DOCUMENTS = build_documents(SUBSTITUTIONS)
OWN_ROOMS = {"record_host_facts": "facts", "record_pair_facts": "pair_facts", "record_restart_facts": "restart_facts"}
"""Documents for nodes without the bundle, and the room that each carries whole."""
COMMANDS = [document for document in DOCUMENTS.values() if document.kind == "Command"]
BRINGING = [document for document in COMMANDS if document.stem.startswith("install_bundle_")]
CARRYING = [document for document in COMMANDS if document.stem in OWN_ROOMS]
LOADING = [document for document in COMMANDS if document not in BRINGING and document not in CARRYING]
ENTRY, FUNCTIONS = "powershell/entry", "powershell/functions/verdict"
HELP = re.compile(r"^    <#.*?#>\n", re.DOTALL | re.MULTILINE)


def script_of(document) -> str:
    (text,) = document.content["mainSteps"][0]["inputs"]["runCommand"]
    return text


def only(folder: Path, name: str) -> str:
    (path,) = folder.rglob(name)
    return path.read_text()


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda document: document.name)
def test_every_document_keeps_room_to_grow_below_64_kb(document):
    """Long before the limit is near: then the bundle's files go to more documents."""
    assert document_bytes(document.content) + PARAMETER_ROOM < SIZE_LIMIT
    assert document_bytes(document.content) <= 56 * 1024


def source_of(name: str) -> str:
    """A function as its file has it, without its help."""
    return HELP.sub("", only(ROOT / "powershell" / "functions", f"{name}.ps1"))


def test_the_bundle_is_all_functions_and_texts_in_their_layout():
    bundle = build_bundle()
    for path in (ROOT / "powershell" / "functions").rglob("*.ps1"):
        if path.parent.name in CARRIED_ROOMS:
            continue
        text = HELP.sub("", path.read_text()).replace("%%BUNDLE_FILES%%", " ".join(bundle.files))
        assert text in bundle.files[f"all_{path.parent.name}"]
    for path in (ROOT / "sql").rglob("*.sql"):
        if path.parent.name in CARRIED_ROOMS:
            assert path.read_text() not in bundle.files["sql_texts"]
            continue
        of_room = f"sql_texts_{path.parent.name}"
        file = of_room if of_room in bundle.files else "sql_texts"
        assert f'    {path.stem} = @"\n{path.read_text()}"@\n' in bundle.files[file]
        assert sum(f'    {path.stem} = @"' in text for text in bundle.files.values()) == 1
    for task in TASKS:
        assert bundle.files[task].endswith((ROOT / "powershell" / "entry" / f"{task}.ps1").read_text())
        assert bundle.hash not in bundle.files[task], "its folder's name says it"


def test_the_hash_is_that_of_a_list_of_names_and_hashes():
    bundle = build_bundle()
    lines = [f"{name}.ps1 {hashlib.sha256(text.encode()).hexdigest().upper()}\n" for name, text in bundle.files.items()]
    assert bundle.hash == hashlib.sha256("".join(lines).encode()).hexdigest()[:32]


@pytest.mark.parametrize("document", LOADING, ids=lambda document: document.stem)
def test_a_document_is_preamble_loader_and_its_entry_script(document):
    names = " ".join(build_bundle().files)
    parts = [
        (ROOT / "powershell" / "preamble.ps1").read_text(),
        source_of("Read-CwBundle").replace("%%BUNDLE_FILES%%", names),
        f"$CwBundle = '{build_bundle().hash}'\n",
        (ROOT / "powershell" / "loader.ps1").read_text(),
        (ROOT / "powershell" / "entry" / f"{document.stem}.ps1").read_text(),
    ]
    assert script_of(document) == "\n".join(parts)


@pytest.mark.parametrize("document", CARRYING, ids=lambda document: document.stem)
@pytest.mark.campaign(suite=1)
def test_a_document_for_nodes_without_the_bundle_carries_what_it_calls_and_the_bundle_carries_nothing_of_it(document):
    script = script_of(document)
    own = {path.stem for path in (ROOT / "powershell" / "functions" / OWN_ROOMS[document.stem]).glob("*.ps1")}
    called = ScriptSource(powershell=ROOT / "powershell", sql=ROOT / "sql").functions_of(document.stem)
    assert own <= called
    assert all(f"function {name} {{" in script for name in called)
    assert "Read-CwBundle" not in script
    assert not any(name in text for name in own for text in build_bundle().files.values())


def test_the_documents_that_bring_the_bundle_carry_each_file_once():
    bundle = build_bundle()
    for name, text in bundle.files.items():
        carried = f"$files['{name}.ps1'] = @'\n{text}'@\n"
        assert sum(carried in script_of(document) for document in BRINGING) == 1
    for document in BRINGING:
        assert f"-Hash '{bundle.hash}'" in script_of(document)


def test_names_follow_the_stem():
    assert deployed_name("Command", "evacuate_cache") == "CacheWarden-Host-EvacuateCache"
    assert deployed_name("Automation", "evacuate_cache") == "CacheWarden-EvacuateCache"


def test_without_substitutions_only_command_documents_are_built():
    assert {document.kind for document in build_documents().values()} == {"Command"}


def test_a_substitution_may_depend_on_the_document():
    role = DOCUMENTS["CacheWarden-StopInstance"].content["parameters"]["AutomationAssumeRole"]["default"]
    assert role == {"Fn::Sub": "operator/CacheWarden-StopInstance"}
    step, *_ = DOCUMENTS["CacheWarden-StopInstance"].content["mainSteps"]
    assert step["inputs"]["stateMachineArn"] == {"Fn::Sub": "machine"}


def test_two_builds_are_equal():
    assert build_documents() == build_documents()


def test_a_small_bundle_and_who_loads_and_brings_it(root):
    bundle = build_bundle(root=root)
    say, bring = (build_documents(root=root)[f"CacheWarden-Host-{name}"] for name in ("Say", "Bring"))
    reads = "function Read-CwBundle {\n    'all_verdict all_windows sql_texts worker'\n}\n"
    head = f"Set-StrictMode -Version Latest\n\n{reads}\n"
    loads = ". (Read-CwBundle -Hash $CwBundle)\n"
    assert bundle.files == {
        "all_verdict": "function Write-CwText {\n    $args\n}\n",
        "all_windows": reads,
        "sql_texts": '$CwSql = @{\n    greet = @"\nSELECT 1;\n"@\n}\n',
        "worker": f"{head}$CwBundle = Split-Path -Path $PSScriptRoot -Leaf\n\n{loads}\nexit 0\n",
    }
    assert script_of(say) == f"{head}$CwBundle = '{bundle.hash}'\n\n{loads}\nWrite-CwText -Text $CwSql.greet\n"
    assert script_of(bring) == (
        "Set-StrictMode -Version Latest\n\nfunction Write-CwText {\n    $args\n}\n\n"
        + "".join(f"$files['{name}.ps1'] = @'\n{text}'@\n" for name, text in bundle.files.items())
        + f"Write-CwText -Text '{bundle.hash}'\n"
    )


BRING = "description: Brings it.\ntimeoutSeconds: 60\nlease: false\nbundleFiles: "


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        (f"{FUNCTIONS}/Write-CwText.ps1", "function Write-CwText {\n" + "$null = 1\n" * 8_600 + "}\n", "64 KB"),
        (f"{FUNCTIONS}/Write-CwText.ps1", "function Write-CwOther {\n}\n", "doesn't define Write-CwText"),
        (
            "powershell/functions/boot/Write-CwText.ps1",
            "function Write-CwText {\n}\n",
            "Write-CwText is there twice: functions/boot/Write-CwText.ps1 and functions/verdict/Write-CwText.ps1",
        ),
        ("sql/change/greet.sql", "SELECT 2;\n", "greet is there twice: sql/change/greet.sql and sql/observe/greet.sql"),
        (f"{ENTRY}/say.ps1", "Get-CwNothing\n", "Get-CwNothing is used, but there is no Get-CwNothing.ps1 below"),
        (f"{ENTRY}/say.ps1", "$CwSql.nothing\n", "$CwSql.nothing is used, but there is no nothing.sql below sql/"),
        (
            f"{FUNCTIONS}/Write-CwText.ps1",
            "function Write-CwText {\n    Get-CwNone\n}\n",
            "Get-CwNone is used, but there",
        ),
        (
            f"{FUNCTIONS}/Write-CwText.ps1",
            "function Write-CwText {\n    $CwSql.no\n}\n",
            "$CwSql.no is used, but there",
        ),
        (
            "command/bring.yaml",
            f"{BRING}[all_verdict]\n",
            "0 acts of command/ bring all_windows of the bundle",
        ),
        ("command/again.yaml", f"{BRING}[worker]\n", "2 acts of command/ bring worker of the bundle, expected one"),
        (
            "command/again.yaml",
            f"{BRING}[all_gone]\n",
            "an act of command/ brings all_gone, which isn't a file of the bundle",
        ),
        (f"{ENTRY}/worker.ps1", "$x = @'\n'@\nexit 0\n", "worker.ps1 of the bundle has a line starting with '@"),
        ("sql/observe/greet.sql", "SELECT $x;\n", "greet.sql has a dollar sign or a backtick"),
        (
            "automation/ask.yaml",
            "description: x\ngoal: Stopped\nconsent: everything\nstartedBy: operator\n",
            "automation/ask.yaml: consent is 'everything', expected a word",
        ),
        (
            "automation/ask.yaml",
            "description: x\nconsent: outage\nstartedBy: operator\nwithoutLease: [say]\n",
            "automation/ask.yaml: consent is 'outage', expected a word of a consent, beside a goal",
        ),
        (f"{ENTRY}/say.ps1", "'%%NAME%%'\n", "command/say.yaml: the placeholder"),
        (f"{ENTRY}/say.ps1", "'é'\n", "isn't plain ASCII"),
        (f"{ENTRY}/say.ps1", "'{{ Token }}'\n", "two opening braces"),
        (f"{ENTRY}/say.ps1", "\t1\n", "a tab"),
        (f"{ENTRY}/other.ps1", "1\n", "no document names the script other"),
        ("powershell/other.ps1", "1\n", "no document names the script other"),
        (
            "command/say.yaml",
            "description: x\ntimeoutSeconds: 60\nsentBy: people\n",
            "sentBy is 'people', expected one of",
        ),
        ("command/other.yaml", "description: Says.\ntimeoutSeconds: 60\n", "other.ps1 is used, but there is no such"),
        ("templates/command.yaml", "description: x %%OTHER%%\n", "placeholder x %%OTHER%% was not filled"),
        (
            "templates/workflow.yaml",
            "description: x\nparameters: [InstanceId, Said]\nassumeRole: '%%OTHER%%'\n",
            "was not filled",
        ),
        (
            "templates/workflow.yaml",
            "description: x\nparameters: [InstanceId, Said]\nassumeRole: 'a %%ROLE%%'\n",
            "was not filled",
        ),
    ],
)
def test_refuses(root, file, text, complaint):
    (root / file).parent.mkdir(exist_ok=True)
    (root / file).write_text(text)
    with pytest.raises(DocumentError, match=re.escape(complaint)):
        build_documents({"ROLE": {"Fn::Sub": "role"}, "MAINTAIN_REPLICA_ARN": "machine"}, root=root)


def test_an_automation_document_of_64_kb_is_refused(root):
    (root / "automation/stop.yaml").write_text(f"description: {'x' * 65_000}\ngoal: Stopped\nstartedBy: operator\n")
    with pytest.raises(DocumentError, match=r"automation/stop\.yaml has \d+ bytes, 64 KB"):
        build_documents({"ROLE": "arn"}, root=root)


def test_without_approvers_no_document_asks_them():
    asking = {name for name in DOCUMENTS if name.startswith("CacheWarden-Request")}
    assert len(asking) == 9
    assert set(DOCUMENTS) - set(build_documents({**SUBSTITUTIONS, "APPROVERS": []})) == asking


def test_a_document_that_asks_does_so_before_anything_else_and_lets_nobody_choose_whom():
    for name in (name for name in DOCUMENTS if name.startswith("CacheWarden-Request")):
        content = DOCUMENTS[name].content
        first, second, *_ = content["mainSteps"]
        assert (first["action"], first["nextStep"]) == ("aws:approve", second["name"])
        assert first["inputs"]["Approvers"] == SUBSTITUTIONS["APPROVERS"]
        assert first["inputs"]["MinRequiredApprovals"] == 1
        assert content["parameters"].keys() == {"InstanceId", "AutomationAssumeRole", "Reason"}


def test_without_an_approval_a_document_says_so_and_ends():
    for name in (name for name in DOCUMENTS if name.startswith("CacheWarden-Request")):
        first, *_, last = DOCUMENTS[name].content["mainSteps"]
        assert first["onFailure"] == first["onCancel"] == f"step:{last['name']}"
        assert (last["action"], last["isEnd"], first["isCritical"]) == ("aws:executeScript", True, True)
