"""Ids in the place of names: stable, whole, and nothing of our own is touched."""

import pytest

from cachewarden.codes import CATALOGUE, Code
from cachewarden.short_names import NameKind, ShortNames, short_id

KEY = "51af3dc0-0000-11ef-9262-0242ac120002"
DBA = "arn:aws:iam::111122223333:user/teams/dba"


def short(text, **names):
    return ShortNames(KEY, {name: NameKind(kind) for kind, name in names.items()}).text(text)


def test_a_name_has_one_id_whatever_its_case_and_another_key_or_kind_gives_another():
    first = short_id(KEY, NameKind.DATABASE, "Orders")
    assert first == short_id(KEY, NameKind.DATABASE, "ORDERS") and len(first) == len("db-") + 8
    assert len({first, short_id("other", NameKind.DATABASE, "orders"), short_id(KEY, NameKind.GROUP, "orders")}) == 3


def test_without_a_key_nothing_is_changed():
    text = f"sales on SALES1, asked by {DBA}"
    assert ShortNames(None, {"sales": NameKind.DATABASE}).text(text) == text


@pytest.mark.parametrize(
    "name",
    ["sales", "Söhne & Co", "a]b", "O'Brien", "(.*)", "\\d+", "two\nlines", "x" * 128, "<b>", "%s {0}", "\u202egnp"],
)
@pytest.mark.parametrize("text", ["{} is full", "the log of {}, which", "'{}': full", "x ({})"])
def test_any_name_is_found_wherever_it_stands(name, text):
    assert short(text.format(name), db=name) == text.format(short_id(KEY, NameKind.DATABASE, name))


def test_a_name_is_found_as_t_sql_quotes_it():
    assert short("DROP DATABASE [a]]b]", db="a]b") == f"DROP DATABASE [{short_id(KEY, NameKind.DATABASE, 'a]b')}]"


def test_of_two_names_the_longer_one_is_meant_and_no_part_of_another_word():
    text = short("sales-ag has sales on SALES1\\INST, not presales, sales1x", ag="sales-ag", db="sales", srv="SALES1")
    ids = [short_id(KEY, kind, name) for kind, name in
           ((NameKind.GROUP, "sales-ag"), (NameKind.DATABASE, "sales"), (NameKind.SERVER, "sales1"))]  # fmt: skip
    assert text == f"{ids[0]} has {ids[1]} on {ids[2]}\\INST, not presales, sales1x"


@pytest.mark.parametrize("arn", [DBA, "arn:aws:sts::111122223333:assumed-role/OnCall/ann@example.com"])
def test_people_are_found_by_the_form_of_their_arn(arn):
    person = short_id(KEY, NameKind.PERSON, arn)
    assert short(f"asked by {arn}.") == f"asked by {person}." and short(f"({arn})") == f"({person})"


@pytest.mark.parametrize(
    "ours",
    [
        "CacheWarden-StartInstance",
        "cachewarden:cluster",
        "CW6101",
        "i-0123456789abcdef0",
        "arn:aws:states:eu-west-1:111122223333:execution:cachewarden-maintain-replica:sales",
        CATALOGUE[Code.REPLICA_GONE].remedy,
        CATALOGUE[Code.SEEDING_FAILED].data,
    ],
)
@pytest.mark.parametrize("name", ["the", "StartInstance", "cluster", "CW6101", "sales", "i", "a"])
def test_our_own_words_stay_whatever_a_database_is_called(ours, name):
    told = short(f"Why: {ours}", db=name)
    assert ours in told


def test_only_texts_of_json_are_changed():
    names = ShortNames(KEY, {"sales": NameKind.DATABASE})
    assert names.texts({"sales": ["sales", 3, None, True]}) == {
        "sales": [short_id(KEY, NameKind.DATABASE, "sales"), 3, None, True]
    }
