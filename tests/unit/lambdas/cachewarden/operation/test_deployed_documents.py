"""What was deployed, as a function's environment has it."""

import pytest

from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.document_hash import HASH_DIGITS, document_hash

TWO = DeployedDocuments(
    hashes={"CacheWarden-Host-StopSqlServer": "0a", "CacheWarden-Host-InstallBundleSql": document_hash({"a": 1})}
)


def test_it_is_read_back_as_it_was_written():
    assert DeployedDocuments.of(TWO.text) == TWO
    assert TWO.text.startswith("InstallBundleSql=") and TWO.text.endswith(",StopSqlServer=0a")


def test_another_content_of_one_document_is_another_deployment():
    other = DeployedDocuments(hashes={**TWO.hashes, "CacheWarden-Host-StopSqlServer": "0b"})
    assert TWO.id == DeployedDocuments.of(TWO.text).id != other.id


def test_a_part_of_it_has_the_same_hashes():
    assert TWO.only(TWO.installers).hashes == {"CacheWarden-Host-InstallBundleSql": document_hash({"a": 1})}
    with pytest.raises(KeyError):
        TWO.only(["CacheWarden-Host-Unknown"])


@pytest.mark.parametrize("text", ["", "StopSqlServer", "a=b=c"])
def test_what_it_did_not_write_is_an_error(text):
    with pytest.raises(ValueError, match="unpack"):
        DeployedDocuments.of(text)


def test_a_hash_is_the_same_for_other_blanks_orders_and_kinds_of_numbers():
    assert document_hash({"a": 1, "b": [True]}) == document_hash({"b": ["true"], "a": "1"})
    assert document_hash({"a": 1}) != document_hash({"a": 2}) and len(document_hash({})) == HASH_DIGITS
