"""Names of the documents as they are deployed."""


def deployed_name(kind: str, stem: str) -> str:
    """CacheWarden-Host-EvacuateCache for the Command document evacuate_cache."""
    return f"CacheWarden-Host-{pascal(stem)}" if kind == "Command" else f"CacheWarden-{pascal(stem)}"


def function_name(name: str) -> str:
    """cachewarden-document-lease for the function document-lease."""
    return f"cachewarden-{name}"


def pascal(stem: str) -> str:
    """EvacuateCache for evacuate_cache."""
    return "".join(word.capitalize() for word in stem.split("_"))
