"""The display language of the Storage module's type file: what a localized Windows shows instead of the English texts.

Only the words a script might compare; others stay English, as they do on a half-translated system.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Language(StrEnum):
    """The display language of Windows: script properties of the Storage module and error texts follow it."""

    ENGLISH = "en"
    GERMAN = "de"


GERMAN: Final[dict[str, str]] = {
    "Healthy": "Fehlerfrei",
    "Warning": "Warnung",
    "Unhealthy": "Fehlerhaft",
    "Unknown": "Unbekannt",
    "OK": "OK",
    "Degraded": "Beeinträchtigt",
    "Incomplete": "Unvollständig",
    "Detached": "Getrennt",
    "Lost Communication": "Kommunikation unterbrochen",
    "In Service": "In Betrieb",
    "InService": "In Betrieb",
    "Read-only": "Schreibgeschützt",
    "Starting": "Wird gestartet",
    "No Redundancy": "Keine Redundanz",
    "Auto-Select": "Automatische Auswahl",
    "Manual-Select": "Manuelle Auswahl",
    "Hot Spare": "Hot-Spare",
    "Retired": "Zurückgezogen",
    "Journal": "Journal",
    "None": "Keine",
    "By Policy": "Durch Richtlinie",
    "Majority Disks Unhealthy": "Mehrzahl der Datenträger fehlerhaft",
    "Running": "Wird ausgeführt",
    "Completed": "Abgeschlossen",
    "Suspended": "Angehalten",
    "Exception": "Ausnahme",
    "Terminated": "Beendet",
    "Killed": "Abgebrochen",
    "In a Pool": "In einem Pool",
    "Insufficient Capacity": "Unzureichende Kapazität",
    "Not Healthy": "Nicht fehlerfrei",
    "Offline": "Offline",
    "Online": "Online",
    "Fixed": "Fest",
    "Unspecified": "Nicht angegeben",
}


def translated(text: str, language: Language) -> str:
    """The text in that language."""
    return GERMAN.get(text, text) if language is Language.GERMAN else text


_GERMAN_ERRORS: Final[dict[int, str]] = {
    40000: "Nicht genügend Kapazität verfügbar",
    48006: "Der Speicherpool konnte den Vorgang aufgrund seines Integritäts- oder Betriebsstatus nicht abschließen.",
    48007: "Der Speicherpool konnte den Vorgang nicht abschließen, da seine Konfiguration schreibgeschützt ist.",
    50001: "Es ist nicht genügend Redundanz vorhanden, um den virtuellen Datenträger zu reparieren.",
    50003: "Der virtuelle Datenträger konnte den Vorgang aufgrund seines Status nicht abschließen.",
    51004: "Mindestens ein physischer Datenträger konnte nicht entfernt werden, da er noch verwendet wird.",
}


def error_text(number: int, english: str, language: Language) -> str:
    """A provider error's message in the display language; the number is in the error id in any case."""
    return _GERMAN_ERRORS.get(number, english) if language is Language.GERMAN else english
