"""`cachewarden ids` prints the ids that messages have for a name, for this deployment only."""

from typer.testing import CliRunner

from cachewarden.short_names import NameKind, short_id
from cli.main import app

STACK = "arn:aws:cloudformation:eu-west-1:111122223333:stack/CacheWarden/51af3dc0-0000-11ef-9262-0242ac120002"


def test_each_name_has_an_id_of_each_kind_under_the_stacks_key():
    ran = CliRunner().invoke(app, ["ids", "--stack-id", f"{STACK}\n", "SALES1", "my database"])
    assert ran.exit_code == 0
    lines = ran.output.splitlines()
    key = STACK.rpartition("/")[2]
    assert f"{short_id(key, NameKind.SERVER, 'sales1')}\tSALES1" in lines
    assert f"{short_id(key, NameKind.DATABASE, 'my database')}\tmy database" in lines
    assert len(lines) == 2 * len(NameKind)


def test_what_is_no_stacks_id_is_refused_with_how_to_get_it():
    ran = CliRunner().invoke(app, ["ids", "--stack-id", "CacheWarden", "SALES1"])
    assert ran.exit_code == 2 and "describe-stacks" in ran.output and "'CacheWarden'" in ran.output
