"""A handler's import touches nothing: Lambda's cold start, and a process that has only the asset and the layer."""

import subprocess
import sys

import pytest

from tests.repository import ROOT

LAMBDAS = ROOT / "lambdas"
HANDLERS = ("ingest", "observe", "decide", "estimate", "operate_instance", "lease", "janitor")

PROBE = """
import os, sys, builtins
sys.path.insert(0, sys.argv[1])
import aws_lambda_powertools, aws_lambda_powertools.metrics, boto3, pydantic, datetime
real = os.environ
class Watched(dict):
    def _check(self, key):
        if sys._getframe(2).f_code.co_filename.startswith(sys.argv[1]): sys.exit(f"import read {key!r}")
    def __getitem__(self, key): self._check(key); return real[key]
    def get(self, key, default=None): self._check(key); return real.get(key, default)
os.environ = Watched()
os.getenv = os.environ.get
boto3.client = boto3.resource = boto3.Session = lambda *a, **k: sys.exit(f"import made a client {a}")
module = __import__(f"handlers.{sys.argv[2]}", fromlist=["handler"])
assert callable(module.handler)
ours = ("infra", "rehearsal", "checks", "cli", "moto", "yaml", "tests")
foreign = sorted(n for n in sys.modules if n.split(".")[0] in ours)
assert not foreign, foreign
print("fine")
"""


@pytest.mark.parametrize("name", HANDLERS)
def test_importing_a_handler_reads_nothing_and_makes_nothing(name):
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROBE, str(LAMBDAS), name], capture_output=True, text=True, check=False
    )

    assert (done.stdout.strip(), done.returncode) == ("fine", 0), done.stdout + done.stderr


def test_the_domain_knows_no_aws_and_no_clock():
    for path in sorted((LAMBDAS / "cachewarden").rglob("*.py")):
        text = path.read_text("utf-8")
        for word in ("boto", "os.environ", "datetime.now", "time.time", "import random", "import handlers"):
            assert word not in text, f"{path.name} has {word}"


def test_a_missing_variable_is_named():
    from handlers.settings import IngestSettings, MissingSettingError

    with pytest.raises(MissingSettingError, match="TOPIC_ARN is missing or empty, IngestSettings needs it"):
        IngestSettings.of({"STATE_MACHINE_ARN": "a", "OWN_ROLE_ARNS": "b", "TOPIC_ARN": " "})
