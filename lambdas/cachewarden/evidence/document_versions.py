"""Which versions of Command documents hold what was deployed, as far as an operation has looked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cachewarden.json_reader import Json, JsonReader


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentVersions:
    """Document -> number of the version with the deployed content, None where no version has it.

    `deployed` stands for what was deployed when it was looked up: while that stays the same, so does every number,
    since a version's content never changes. `wanted`: documents that the next look has to look up; of an answer, those
    that it couldn't.
    """

    deployed: str | None = None
    versions: Mapping[str, str | None] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Documents of which no version is the deployed one."""
        return tuple(sorted(name for name, version in self.versions.items() if version is None))

    def unknown(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of `names` that weren't looked up."""
        return tuple(name for name in names if name not in self.versions)

    def wanting(self, names: Iterable[str]) -> "DocumentVersions":
        """With these to be looked up."""
        return replace(self, wanted=tuple(names))

    def without(self, names: Iterable[str]) -> "DocumentVersions":
        """As if these had never been looked up."""
        left = set(names)
        return replace(self, versions={name: each for name, each in self.versions.items() if name not in left})


def no_version_told(names: Iterable[str]) -> str:
    """Why these aren't sent, for sentences."""
    return f"no version of {', '.join(names)} is the deployed one"


def parse_document_versions(source: JsonReader) -> DocumentVersions:
    """From JSON; raises `UnexpectedJsonError`."""
    versions = source.child("versions")
    return DocumentVersions(
        deployed=source.optional("deployed", source.text),
        versions={name: versions.text(name) if versions.has(name) else None for name in versions.members},
        wanted=source.texts("wanted"),
    )


def document_versions_to_json(documents: DocumentVersions) -> Json:
    """What `parse_document_versions` reads back unchanged."""
    return {
        "deployed": documents.deployed,
        "versions": dict(documents.versions),
        "wanted": list(documents.wanted),
    }
