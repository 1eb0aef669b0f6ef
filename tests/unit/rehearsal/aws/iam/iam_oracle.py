"""IAM's documented evaluation once more, as plainly as it can be said: no compiled patterns, no memory, no order.

From the IAM User Guide: "Policy evaluation logic", "IAM JSON policy elements" (Action, Resource, Condition operators),
"Set operators for multi-valued context keys". Only what the generated policies use.
"""


def like(pattern, text):
    """`*` any characters, `?` one."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(like(pattern[1:], text[at:]) for at in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and like(pattern[1:], text[1:])


def resource_like(pattern, text):
    """As `like`, but a wildcard stays in its segment unless it is a `*` at the segment's end."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        free = len(pattern) == 1 or pattern[1] == ":"
        for at in range(len(text) + 1):
            if not free and ":" in text[:at]:
                return False
            if resource_like(pattern[1:], text[at:]):
                return True
        return False
    if not text or (pattern[0] == "?" and text[0] == ":"):
        return False
    return pattern[0] in ("?", text[0]) and resource_like(pattern[1:], text[1:])


def arn_like(pattern, text):
    left, right = pattern.split(":", 5), text.split(":", 5)
    return len(right) == 6 and all(like(one, other) for one, other in zip(left, right, strict=True))


def number(compare):
    def test(want, have):
        try:
            return compare(float(have), float(want))
        except ValueError:
            return False

    return test


COMPARE = {
    "StringEquals": lambda want, have: want == have,
    "StringEqualsIgnoreCase": lambda want, have: want.lower() == have.lower(),
    "StringLike": like,
    "NumericEquals": number(lambda have, want: have == want),
    "NumericLessThan": number(lambda have, want: have < want),
    "NumericGreaterThanEquals": number(lambda have, want: have >= want),
    "Bool": lambda want, have: want.lower() == have.lower(),
    "ArnLike": arn_like,
    "ArnEquals": arn_like,
}
NEGATIONS = {
    "StringNotEquals": "StringEquals",
    "StringNotEqualsIgnoreCase": "StringEqualsIgnoreCase",
    "StringNotLike": "StringLike",
    "NumericNotEquals": "NumericEquals",
    "ArnNotLike": "ArnLike",
    "ArnNotEquals": "ArnEquals",
}


def condition_holds(operator, wanted, have):
    """`have`: None when the key is absent, a string, or a tuple of strings."""
    wanted = wanted if isinstance(wanted, list) else [wanted]
    if operator == "Null":
        absent = have is None or have == ()
        return any(absent is (value == "true") for value in wanted)
    quantifier, _, name = operator.rpartition(":")
    if_exists = name.endswith("IfExists")
    name = name.removesuffix("IfExists")
    negated = name in NEGATIONS
    compare = COMPARE[NEGATIONS.get(name, name)]

    def one(value):
        matched = any(compare(want, value) for want in wanted)
        return not matched if negated else matched

    if have is None or have == ():
        if quantifier == "ForAllValues":
            return True
        if quantifier == "ForAnyValue":
            return False
        return if_exists or negated
    values = list(have) if isinstance(have, tuple) else [have]
    if quantifier == "ForAllValues":
        return all(one(value) for value in values)
    if quantifier == "ForAnyValue":
        return any(one(value) for value in values)
    return one(values[0])


def listed(raw):
    return raw if isinstance(raw, list) else [raw]


def applies(statement, action, resource, values):
    if "Action" in statement:
        if not any(like(one.lower(), action.lower()) for one in listed(statement["Action"])):
            return False
    elif any(like(one.lower(), action.lower()) for one in listed(statement["NotAction"])):
        return False
    if "Resource" in statement:
        if not any(resource_like(one, resource) for one in listed(statement["Resource"])):
            return False
    elif any(resource_like(one, resource) for one in listed(statement["NotResource"])):
        return False
    return all(
        condition_holds(operator, wanted, values.get(key.lower()))
        for operator, keys in statement.get("Condition", {}).items()
        for key, wanted in keys.items()
    )


def allowed(statements, action, resource, values):
    effects = [one["Effect"] for one in statements if applies(one, action, resource, values)]
    return "Deny" not in effects and "Allow" in effects
