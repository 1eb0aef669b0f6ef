import pytest
from account_scene import HANDLERS, Scene, make_instance, make_world

from rehearsal.aws.account import Account
from rehearsal.aws.cloudformation.template import load


@pytest.fixture
def scene():
    """Gives a function (resources, seed, faults, settings) -> Scene; everything is taken down after the test."""
    opened = []

    def build(resources=None, *, seed=1, faults=(), settings=()):
        world = make_world(seed, faults, settings)
        first, second = make_instance(world, "SALES1", "eu-west-1a"), make_instance(world, "SALES2", "eu-west-1b")
        account = Account(world, load({"Test": {"Resources": resources or {}}}), code_root=HANDLERS)
        world.clock.__enter__()
        opened.append(world.clock)
        account.__enter__()
        opened.append(account)
        return Scene(world, account, first, second)

    yield build
    for each in reversed(opened):
        each.__exit__(None, None, None)
