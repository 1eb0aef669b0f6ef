"""A host names volumes by their serial numbers; whoever reads it looks for them in EC2."""

from cachewarden.evidence.verdict import parse_verdict
from cachewarden.evidence.volume_ids import with_volume_ids
from cachewarden.json_reader import JsonReader
from tests.unit.lambdas.situations import decided, host

MISSING = "Swap volume vol4aa00c19d1ab406d1 is missing"
TOLD = "Swap volume vol-4aa00c19d1ab406d1 is missing"


def test_only_serial_numbers_of_volumes_are_changed():
    assert with_volume_ids(MISSING) == TOLD
    for text in (TOLD, "vol0123abcd (long ago)", "volume", "vol4aa00c19d1ab406d1f", "AWSA3C9E9EDE0F10A381"):
        assert with_volume_ids(text) == text.replace("vol0123abcd", "vol-0123abcd")


def test_what_a_host_answers_names_volumes_as_ec2_does():
    told = parse_verdict(JsonReader({"code": "CW1023", "outcome": "refused", "message": MISSING}))
    assert told.message == TOLD


def test_why_a_stop_is_refused_names_volumes_as_ec2_does():
    def lacks_swap(evidence):
        host(evidence, 0)["storage"] |= {"classification": "SPARE_MISSING", "reasons": [MISSING]}

    assert TOLD in decided(edit=lacks_swap).sentence
