"""A duration for people."""


def minutes_and_seconds(seconds: float) -> str:
    """`45 s`, `3 min 20 s`, `75 min 00 s`."""
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60:02} s" if whole >= 60 else f"{whole} s"
