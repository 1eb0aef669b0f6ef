"""What an act file makes of its template, and what it may not say."""

import re

import pytest

from infra.documents.builder import DocumentError, build_documents

SAY = "description: Says it.\ntimeoutSeconds: 60\n"
FOR = "startedBy: operator\n"
STEP = "  - step: RunOnHost\n    description: Say it.\n"


def built(root, files, name):
    for file, text in files.items():
        (root / file).write_text(text)
    return build_documents({"ROLE": "arn"}, root=root)[name].content


def test_a_command_takes_the_lease_s_parameters_before_its_own(root):
    content = built(root, {"command/say.yaml": f"{SAY}parameters: [Said]\n"}, "CacheWarden-Host-Say")
    assert list(content["parameters"]) == ["Token", "ActionToken", "NotAfter", "ClusterKey", "Said"]
    assert content["parameters"]["Token"] == {
        "type": "String",
        "allowedPattern": "^[0-9]$",
        "interpolationType": "ENV_VAR",
    }
    assert content["mainSteps"][0]["inputs"]["timeoutSeconds"] == "60"


def test_a_command_without_lease_has_no_section_of_parameters(root):
    assert list(built(root, {}, "CacheWarden-Host-Say")) == ["description", "mainSteps"]


def test_a_document_without_lease_says_what_its_command_says_and_passes_its_parameters_on(root):
    files = {
        "command/say.yaml": f"{SAY}lease: false\nparameters: [Said]\n",
        "automation/say.yaml": f"{FOR}commands:\n{STEP}",
    }
    content = built(root, files, "CacheWarden-Say")
    assert content["description"] == "Says it."
    assert list(content["parameters"]) == ["InstanceId", "Said"]
    run, read = content["mainSteps"]
    assert run == {
        "name": "RunOnHost",
        "description": "Say it.",
        "timeoutSeconds": 240,
        "onFailure": "Continue",
        "inputs": {
            "DocumentName": "CacheWarden-Host-Say",
            "InstanceIds": ["{{ InstanceId }}"],
            "Parameters": {"Said": "{{ Said }}"},
        },
        "nextStep": "ReadVerdict",
    }
    assert read == {"name": "ReadVerdict", "isEnd": True}


LEASED = {"command/say.yaml": f"{SAY}parameters: [Said]\n", "automation/say.yaml": f"{FOR}commands:\n{STEP}"}


def test_people_s_document_of_the_act_gets_the_lease_s_parameters_from_the_lease_that_it_takes(root):
    content = built(root, LEASED, "CacheWarden-Say")
    assert list(content["parameters"]) == ["InstanceId", "Said"]
    take, run, release = content["mainSteps"]
    assert (take["nextStep"], run["nextStep"], release) == (
        "RunOnHost",
        "ReleaseLease",
        {"name": "ReleaseLease", "isEnd": True},
    )
    assert run["inputs"]["Parameters"] == {
        **{name: f"{{{{ TakeLease.{name} }}}}" for name in ("Token", "ActionToken", "NotAfter", "ClusterKey")},
        "Said": "{{ Said }}",
    }


def test_work_that_goes_on_after_the_command_is_watched_by_people_s_document(root):
    watched = {**LEASED, "automation/say.yaml": f"{FOR}commands:\n{STEP}watch: true\n"}
    content = built(root, watched, "CacheWarden-Say")
    assert [step["name"] for step in content["mainSteps"]] == ["TakeLease", "RunOnHost", "WatchWork", "ReleaseLease"]


def test_the_volumes_of_people_s_document_may_come_from_their_tags(root):
    parameters = (root / "templates/parameters.yaml").read_text()
    files = {
        "templates/parameters.yaml": parameters + "DataVolumes: {type: String}\nRolesFrom: {type: String}\n",
        "command/say.yaml": f"{SAY}parameters: [Said, DataVolumes]\n",
        "automation/say.yaml": f"{FOR}commands:\n{STEP}volumesByTag: true\n",
    }
    content = built(root, files, "CacheWarden-Say")
    assert list(content["parameters"]) == ["InstanceId", "RolesFrom", "Said", "DataVolumes"]
    take, find, run, _ = content["mainSteps"]
    assert (take["nextStep"], find["name"]) == ("FindVolumes", "FindVolumes")
    given = run["inputs"]["Parameters"]
    assert (given["Said"], given["DataVolumes"]) == ("{{ Said }}", "{{ FindVolumes.DataVolumes }}")


def test_before_a_further_command_the_lease_is_renewed(root):
    second = "  - step: SayAgain\n    run: say\n    description: Say it again.\n"
    content = built(root, {**LEASED, "automation/say.yaml": f"{FOR}commands:\n{STEP}{second}"}, "CacheWarden-Say")
    names = [step["name"] for step in content["mainSteps"]]
    assert names == ["TakeLease", "RunOnHost", "RenewSayAgain", "SayAgain", "ReleaseLease"]
    assert content["mainSteps"][3]["inputs"]["Parameters"]["Token"] == "{{ RenewSayAgain.Token }}"


def test_a_second_command_runs_after_the_first_and_its_verdict_is_read_before_the_last(root):
    second = (
        "  - step: SayAgain\n    run: say\n    description: Say it again.\n"
        "    verdict: {step: ReadAgain, description: Read it.}\n"
    )
    content = built(root, {"automation/say.yaml": f"{FOR}commands:\n{STEP}{second}"}, "CacheWarden-Say")
    flow = [(step["name"], step.get("nextStep")) for step in content["mainSteps"]]
    assert flow == [
        ("RunOnHost", "SayAgain"),
        ("SayAgain", "ReadAgain"),
        ("ReadAgain", "ReadVerdict"),
        ("ReadVerdict", None),
    ]
    assert content["outputs"] == ["RunOnHost.CommandId", "SayAgain.CommandId", "ReadAgain.Verdict"]
    assert "Parameters" not in content["mainSteps"][0]["inputs"]


JUDGED = (
    "  - step: SayFirst\n    run: say\n    description: Say it.\n    given: {Said: again}\n"
    "    verdict: {step: ReadFirst, description: Read it., judge: JudgeFirst}\n"
)


def test_a_judged_command_ends_the_document_before_the_next_and_asks_nobody_for_what_is_given(root):
    command = "description: Says it.\ntimeoutSeconds: 60\nlease: false\nparameters: [Said]\n"
    files = {"command/say.yaml": command, "automation/say.yaml": f"{FOR}commands:\n{JUDGED}{STEP}"}
    content = built(root, files, "CacheWarden-Say")
    flow = [(step["name"], step.get("nextStep")) for step in content["mainSteps"]]
    assert flow == [
        ("SayFirst", "ReadFirst"),
        ("ReadFirst", "JudgeFirst"),
        ("JudgeFirst", "RunOnHost"),
        ("RunOnHost", "ReadVerdict"),
        ("ReadVerdict", None),
    ]
    assert content["mainSteps"][0]["inputs"]["Parameters"] == {"Said": "again"}
    assert content["mainSteps"][3]["inputs"]["Parameters"] == {"Said": "{{ Said }}"}


def test_a_judge_comes_before_the_lease_is_renewed_for_the_next_command(root):
    content = built(root, {**LEASED, "automation/say.yaml": f"{FOR}commands:\n{JUDGED}{STEP}"}, "CacheWarden-Say")
    assert [step["name"] for step in content["mainSteps"]] == [
        "TakeLease", "SayFirst", "ReadFirst", "JudgeFirst", "RenewRunOnHost", "RunOnHost", "ReleaseLease",
    ]  # fmt: skip


def test_zones_are_for_acts_without_a_lease(root):
    with pytest.raises(DocumentError, match="zones is for acts without a lease"):
        built(root, {**LEASED, "automation/say.yaml": f"{FOR}commands:\n{STEP}zones: true\n"}, "CacheWarden-Say")


def test_a_goal_makes_a_document_that_runs_the_workflow(root):
    content = built(root, {}, "CacheWarden-Stop")
    assert (content["description"], content["goal"], content["assumeRole"]) == ("Stops it.", '"Stopped"', "arn")


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("command/say.yaml", f"{SAY}timeout: 5\n", "command/say.yaml has the unknown field timeout"),
        ("command/say.yaml", "timeoutSeconds: 60\n", "command/say.yaml has no description"),
        ("command/say.yaml", "description: Says it.\n", "command/say.yaml has no timeoutSeconds"),
        ("command/say.yaml", "description: Says it.\ntimeoutSeconds: '60'\n", "timeoutSeconds is '60', expected a num"),
        ("command/say.yaml", f"{SAY}lease: none\n", "lease is 'none', expected true or false"),
        ("command/say.yaml", f"{SAY}parameters: Said\n", "parameters is 'Said', expected a list"),
        ("command/say.yaml", f"{SAY}parameters: [Sung]\n", "command/say.yaml names the parameter Sung, which"),
        ("command/say.yaml", "- 1\n", "command/say.yaml isn't a list of fields"),
        ("command/say.yaml", "a: [\n", "command/say.yaml isn't YAML"),
        ("templates/parameters.yaml", "Said: {type: String}\n", "names the parameter Token, which"),
        ("automation/stop.yaml", "goal: Stopped\n", "automation/stop.yaml has no description"),
        (
            "automation/stop.yaml",
            f"description: Stops it.\n{FOR}",
            "needs exactly one of commands, goal, withoutLease and function",
        ),
        ("automation/stop.yaml", "description: Stops it.\ngoal: Stopped\n", "automation/stop.yaml has no startedBy"),
        (
            "automation/stop.yaml",
            "description: Stops it.\ngoal: Stopped\nstartedBy: everybody\n",
            "startedBy is 'everybody', expected one of operator, approver, requester, administrator",
        ),
        (
            "automation/say.yaml",
            f"goal: Stopped\n{FOR}commands:\n{STEP}",
            "needs exactly one of commands, goal, withoutLease and function",
        ),
        (
            "automation/say.yaml",
            f"{FOR}description: Asks.\nfunction: ask\n",
            "noAnswer is None, expected a code of the catalogue",
        ),
        (
            "automation/say.yaml",
            f"{FOR}description: Asks.\nfunction: ask\nnoAnswer: CW0000\n",
            "noAnswer is 'CW0000', expected a code of the catalogue",
        ),
        (
            "automation/stop.yaml",
            f"{FOR}description: Stops it.\ngoal: Stopped\nnoAnswer: CW4108\n",
            "expected a code of the catalogue, beside a function only",
        ),
        ("automation/say.yaml", f"{FOR}commands:\n{STEP}{STEP}", "needs one command that is called RunOnHost"),
        (
            "automation/say.yaml",
            f"{FOR}commands:\n{STEP.replace('RunOnHost', 'Run')}",
            "needs one command that is called",
        ),
        ("automation/say.yaml", f"{FOR}commands: [1]\n", "automation/say.yaml: a command isn't a list of fields"),
        ("automation/say.yaml", f"{FOR}commands:\n{STEP}    retry: 3\n", "a command has the unknown field retry"),
        (
            "automation/say.yaml",
            f"{FOR}commands:\n{STEP}    run: sing\n",
            "runs sing, but there is no command/sing.yaml",
        ),
        ("automation/say.yaml", f"{FOR}commands:\n{STEP}    node: Other\n", "names the parameter Other, which"),
        (
            "automation/say.yaml",
            f"{FOR}commands:\n{STEP}    parameters: [Said]\n",
            "passes Said on, which say doesn't take",
        ),
        (
            "automation/say.yaml",
            f"{FOR}commands:\n{STEP}    verdict: {{step: Read}}\n",
            "verdict of RunOnHost has no desc",
        ),
        (
            "automation/say.yaml",
            f"{FOR}commands:\n{STEP}  - step: Again\n    run: say\n    description: Say it.\n"
            "    verdict: {step: Again, description: Read it.}\n",
            "has two steps that are called Again",
        ),
    ],
)
def test_refuses(root, file, text, complaint):
    (root / file).write_text(text)
    with pytest.raises(DocumentError, match=re.escape(complaint)):
        build_documents({"ROLE": "arn"}, root=root)


def test_a_document_that_asks_a_function_has_the_code_of_its_act_where_there_is_no_answer(root):
    files = {
        "templates/question.yaml": "description: '%%DESCRIPTION%%'\nparameters: [InstanceId]\nsays: '%%NO_ANSWER%%'\n",
        "automation/ask.yaml": f"{FOR}description: Asks.\nfunction: ask\nnoAnswer: CW5130\n",
    }
    assert built(root, files, "CacheWarden-Ask")["says"] == "CW5130"


def test_refuses_a_parameter_that_no_template_or_act_names(root):
    path = root / "templates/parameters.yaml"
    path.write_text(f"{path.read_text()}Sung: {{type: String}}\n")
    with pytest.raises(DocumentError, match=r"no template or act names the parameter Sung"):
        build_documents({"ROLE": "arn"}, root=root)


def test_refuses_a_template_that_is_not_there(root):
    (root / "templates/command.yaml").unlink()
    with pytest.raises(DocumentError, match=r"there is no templates/command\.yaml"):
        build_documents({"ROLE": "arn"}, root=root)
