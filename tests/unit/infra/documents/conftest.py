"""A small ssm_documents/ of its own for tests that break it."""

from pathlib import Path

import pytest

FILES = {
    "powershell/preamble.ps1": "Set-StrictMode -Version Latest\n",
    "powershell/loader.ps1": ". (Read-CwBundle -Hash $CwBundle)\n",
    "powershell/entry/say.ps1": "Write-CwText -Text $CwSql.greet\n",
    "powershell/entry/worker.ps1": "exit 0\n",
    "powershell/entry/install_bundle.ps1": "# %%FILES%%\nWrite-CwText -Text '%%BUNDLE%%'\n",
    "powershell/functions/windows/Read-CwBundle.ps1": "function Read-CwBundle {\n    '%%BUNDLE_FILES%%'\n}\n",
    "powershell/functions/verdict/Write-CwText.ps1": (
        "function Write-CwText {\n    <#\n    Help: Get-CwNothing\n    #>\n    $args\n}\n"
    ),
    "sql/observe/greet.sql": "SELECT 1;\n",
    "templates/parameters.yaml": (
        "Token: {type: String, allowedPattern: '^[0-9]$'}\n"
        "ActionToken: {type: String}\nNotAfter: {type: String}\nClusterKey: {type: String}\n"
        "InstanceId: {type: 'AWS::EC2::Instance::Id'}\nSaid: {type: String, default: 'no'}\n"
    ),
    "templates/command.yaml": (
        "description: '%%DESCRIPTION%%'\nparameters: ['%%LEASE_PARAMETERS%%', '%%OWN_PARAMETERS%%']\n"
        "mainSteps: [{name: '%%STEP%%', inputs: {timeoutSeconds: '%%TIMEOUT_SECONDS%%', runCommand: ['%%SCRIPT%%']}}]\n"
    ),
    "templates/automation.yaml": (
        "description: '%%DESCRIPTION%%'\nparameters: ['%%NODES%%', '%%OWN_PARAMETERS%%']\n"
        "outputs: [RunOnHost.CommandId, '%%FURTHER_OUTPUTS%%']\nmainSteps:\n"
        "  - {name: '%%STEP%%', description: '%%DESCRIPTION%%', timeoutSeconds: '%%TIMEOUT_SECONDS%%',\n"
        "     onFailure: '%%ON_FAILURE%%', inputs: {DocumentName: '%%COMMAND_DOCUMENT%%',\n"
        "     InstanceIds: ['{{ %%NODE%% }}'], Parameters: '%%PASSED_ON%%'}, nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: '%%VERDICT_STEP%%', description: '%%VERDICT_DESCRIPTION%%', nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: '%%JUDGE_STEP%%', nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: ReadVerdict, isEnd: true}\n"
    ),
    "templates/operator.yaml": (
        "description: '%%DESCRIPTION%%'\nparameters: ['%%NODES%%', '%%OWN_PARAMETERS%%']\n"
        "outputs: [RunOnHost.CommandId, '%%FURTHER_OUTPUTS%%']\nmainSteps:\n"
        "  - {name: TakeLease, nextStep: '%%FIRST_STEP%%'}\n"
        "  - {name: FindVolumes, nextStep: AreVolumesFound}\n"
        "  - {name: '%%RENEW_STEP%%', nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: '%%STEP%%', inputs: {Parameters: '%%PASSED_ON%%'}, nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: '%%VERDICT_STEP%%', description: '%%VERDICT_DESCRIPTION%%', nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: '%%JUDGE_STEP%%', nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: WatchWork, nextStep: '%%NEXT_STEP%%'}\n"
        "  - {name: ReleaseLease, isEnd: true}\n"
    ),
    "templates/break_glass.yaml": "description: '%%DESCRIPTION%%'\nparameters: [InstanceId, Said]\n",
    "templates/disposable.yaml": "description: '%%DESCRIPTION%%'\nparameters: [InstanceId]\n",
    "templates/outcome.yaml": "mainSteps: []\n",
    "templates/confirm_commands.yaml": "mainSteps: []\n",
    "templates/question.yaml": "description: '%%DESCRIPTION%%'\nparameters: [InstanceId]\nasks: '%%FUNCTION%%'\n",
    "templates/workflow.yaml": (
        "description: '%%DESCRIPTION%%'\nassumeRole: '%%ROLE%%'\nparameters: [InstanceId, Said]\ngoal: '\"%%GOAL%%\"'\n"
    ),
    "command/say.yaml": "description: Says it.\ntimeoutSeconds: 60\nlease: false\n",
    "command/bring.yaml": (
        "description: Brings it.\ntimeoutSeconds: 60\nlease: false\n"
        "bundleFiles: [all_verdict, all_windows, sql_texts, worker]\n"
    ),
    "automation/stop.yaml": "description: Stops it.\ngoal: Stopped\nstartedBy: operator\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A command whose script uses a function and a T-SQL text of the bundle, one that brings the bundle, and an act
    that is the whole workflow."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path
