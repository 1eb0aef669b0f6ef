"""The same seed gives the same run, byte for byte; another seed another one."""

import hashlib
import json
import os
import random
import subprocess
import sys
import uuid
from pathlib import Path

from account_scene import HANDLERS, START, make_instance, make_world
from sample_resources import INGEST, RESOURCES

from rehearsal.aws.account import Account
from rehearsal.aws.cloudformation.template import load
from tests.repository import ROOT

DEPLOYMENT = load({"Test": {"Resources": {**RESOURCES, **INGEST}}})


def play(seed):
    world = make_world(seed)
    first, _ = make_instance(world, "SALES1", "eu-west-1a"), make_instance(world, "SALES2", "eu-west-1b")
    with world.clock, Account(world, DEPLOYMENT, code_root=HANDLERS) as account:
        ssm = account.client("ssm", account.person("dba"))
        ssm.start_automation_execution(DocumentName="Probe", Parameters={"InstanceId": [first.id]})
        first.stop()
        first.host.shutdown_s = 200
        world.clock.run_until()
        drawn = [str(uuid.uuid4()), random.random(), random.SystemRandom().random()]
        return world.trace.lines() + json.dumps([drawn, account.bus.events], default=str)


def test_the_same_seed_repeats_the_run():
    assert play(1) == play(1)


def test_another_seed_is_another_run():
    assert play(1) != play(2)


def test_the_process_has_its_own_randomness_back_afterwards():
    play(1)
    first = uuid.uuid4()
    play(1)
    assert uuid.uuid4() != first
    assert START.year == 2026


def first_run_of_a_new_process(hash_seed):
    """What a process prints that has never played before: imports and moto's backends come into being in its run."""
    here = Path(__file__).parent
    program = "import test_runs_repeat, hashlib; print(hashlib.sha256(test_runs_repeat.play(1).encode()).hexdigest())"
    environment = {**os.environ, "PYTHONPATH": f"{here}:{ROOT}:{ROOT / 'lambdas'}", "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_process_s_first_run_is_like_its_later_ones_whatever_the_hash_seed():
    here = hashlib.sha256(play(1).encode()).hexdigest()
    assert first_run_of_a_new_process("7") == here
