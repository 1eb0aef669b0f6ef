"""Who approves isn't who asked; where the record doesn't tell them apart, they count as the same."""

import pytest

from cachewarden.operation.approver import may_be_the_same

DANA = "arn:aws:iam::111122223333:user/dana"
SESSION = "arn:aws:sts::111122223333:assumed-role/OnCall/dana@example.com"


OPS_SESSION = "arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Ops_0123456789abcdef/dana@example.com"


@pytest.mark.parametrize(
    ("starter", "approver"),
    [
        (DANA, DANA),
        (DANA, "dana"),
        ("arn:aws:iam::111122223333:user/dbas/dana", DANA),
        (SESSION, SESSION),
        (SESSION, "arn:aws:iam::111122223333:role/OnCall"),
        (SESSION, "arn:aws:iam::111122223333:role/dbas/OnCall"),
        (SESSION, "OnCall"),
        (SESSION, "dana@example.com"),
        (SESSION, "OnCall/dana@example.com"),
        (OPS_SESSION, SESSION),
        (OPS_SESSION, "OnCall/dana@example.com"),
        (OPS_SESSION, "arn:aws:sts::444455556666:assumed-role/OnCall/dana@example.com"),
        (DANA, "arn:aws:sts::111122223333:assumed-role/OnCall/dana"),
        (DANA, "OnCall/dana"),
        ("arn:aws:sts::111122223333:assumed-role/OnCall/dana", DANA),
        (DANA, "arn:aws:iam::111122223333:root"),
        ("arn:aws:iam::111122223333:root", "arn:aws:iam::111122223333:user/boss"),
        ("ssm.amazonaws.com", "boss"),
    ],
)
def test_nothing_tells_them_apart(starter, approver):
    assert may_be_the_same(starter, approver)


@pytest.mark.parametrize(
    ("starter", "approver"),
    [
        (DANA, "arn:aws:iam::111122223333:user/boss"),
        (DANA, "boss"),
        (DANA, "arn:aws:iam::444455556666:user/dana"),
        (DANA, "arn:aws:iam::111122223333:role/dana"),
        (DANA, SESSION),
        (SESSION, "arn:aws:sts::111122223333:assumed-role/OnCall/boss@example.com"),
        (SESSION, "arn:aws:iam::111122223333:role/Lead"),
        (SESSION, "boss"),
        (OPS_SESSION, "OnCall/boss@example.com"),
        (OPS_SESSION, "arn:aws:sts::111122223333:assumed-role/OnCall/boss@example.com"),
    ],
)
def test_they_are_two(starter, approver):
    assert not may_be_the_same(starter, approver)
