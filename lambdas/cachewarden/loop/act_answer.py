"""What a person's document that acts on hosts says at its end, by Systems Manager's record of its steps. Pure.

The same six outputs as a document of the workflow has; a code's own answers are the catalogue's, as on its page.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cachewarden.code_page import IN_THE_REPOSITORY, page_of
from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.verdict import SUCCEEDED, Verdict, VerdictOutcome, parse_verdict
from cachewarden.json_reader import JsonReader, UnexpectedJsonError
from cachewarden.operation.actions import Action, PersonsAct
from cachewarden.procedures.decision import Outcome

READING, WATCHING = "ReadVerdict", "SeeOutcome"
"""Steps (ssm_documents/templates/operator.yaml) in which the host's answer, and what became of its work, is read."""
REASON_MAX = 400
"""Characters of a step's failure message that are told."""
MOVED: Mapping[Action | PersonsAct, Code] = {
    Action.EVACUATE_CACHE: Code.CACHE_EVACUATED,
    Action.RESTORE_CACHE: Code.CACHE_RESTORED,
}
"""What holds once the work that such an act began is seen to be done."""
BEGAN_WRONG = frozenset({VerdictOutcome.REFUSED, VerdictOutcome.RETRY})
"""The host changed nothing."""
ANSWERS = ("Verdict", "Output")
"""Outputs in which a step has a host's answer: one that reads it, or aws:runCommand itself, which cuts long ones
[automation#run-command-step]."""
NOT_SENT = ("InvalidDocument", "document hash")
"""In a step's failure message, by the error's code or text: SendCommand refused its document, or the document's hash
[run-command#document-hash]."""
TRIES_CUT_OFF = (
    "Read the reason in the message first. Nothing goes on with this run or tidies up after it: a pool that it built "
    "makes the next one refuse (CW1061, CW1088). Take a new instance with new volumes; of a pair do what CW5147 says."
)
"""What to do where a document for disposable nodes broke off; the code's own remedy is that of managed ones."""
_CODE = re.compile(r"CW\d{4}")
_LEADING_CODE = re.compile(r"(CW\d{4})[: ]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRecord:
    """What Systems Manager has recorded of a run.

    `outputs`: step -> output -> text; `failures`: steps that count and that failed or timed out -> why, in order;
    `parameters`: what the run was started with.
    """

    outputs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    cancelling: bool = False

    def said(self, step: str, output: str) -> str:
        """The output; empty where the step gave none."""
        return self.outputs.get(step, {}).get(output, "")

    @property
    def refusal(self) -> str:
        """Why a step refused before the node was asked for anything; empty where none did."""
        return next((each["Refusal"] for each in self.outputs.values() if each.get("Refusal")), "")

    @property
    def verdict(self) -> Verdict | None:
        """The host's answer that counts; None where no answer was read.

        It is the first by which a command didn't succeed, else that to the act's own command.
        """
        failed = next((verdict for verdict, _ in self._answers() if verdict.outcome not in SUCCEEDED), None)
        own = _answer_in(self.said(READING, "Verdict"))
        return failed or (own[0] if own is not None else None)

    @property
    def changed(self) -> bool:
        """Whether a command that succeeded changed something."""
        return any(changed for verdict, changed in self._answers() if verdict.outcome in SUCCEEDED)

    @property
    def unsent(self) -> str | None:
        """The step whose command Systems Manager refused, because its document isn't the confirmed one any more."""
        return next((step for step, why in self.failures.items() if any(sign in why for sign in NOT_SENT)), None)

    def _answers(self) -> Iterator[tuple[Verdict, bool]]:
        """What hosts answered, in the order of the steps."""
        for outputs in self.outputs.values():
            for found in (_answer_in(outputs[name]) for name in ANSWERS if name in outputs):
                if found is not None:
                    yield found


@dataclass(frozen=True, slots=True, kw_only=True)
class ActAnswer:
    """`fails`: whether the document is to fail with it; one that was cancelled, or that timed out, ends so anyway."""

    outcome: Outcome
    code: Code
    sentence: str
    data_is_safe: str
    next_step: str
    fails: bool


def act_answer(
    act: Action | PersonsAct | None,
    record: ActRecord,
    *,
    docs: str = IN_THE_REPOSITORY,
    deployed_anew: bool = False,
    disposable: bool = False,
) -> ActAnswer:
    """How the run ended, why, whether the data is safe and what to do; `docs`: where the pages about codes lie.

    `act`: None for a document that needs no lease. `deployed_anew`: where a command wasn't sent, that all of the run's
    commands are the deployed ones by now. `disposable`: the document is for nodes that have nothing of value.
    """
    answer = _act_answer(act, record, docs, deployed_anew=deployed_anew)
    if not disposable or answer.code is not Code.DOCUMENT_BROKE_OFF:
        return answer
    next_step = f"{TRIES_CUT_OFF} Page: {page_of(answer.code, docs)}"
    return replace(answer, data_is_safe=CATALOGUE[Code.HOST_FACTS_RECORDED].data, next_step=next_step)


def _act_answer(act: Action | PersonsAct | None, record: ActRecord, docs: str, *, deployed_anew: bool) -> ActAnswer:
    verdict = record.verdict
    if record.cancelling:
        told = f" The node had answered: {verdict.code.value} {verdict.message}" if verdict is not None else ""
        sentence = f"The document was cancelled. Work that the node has begun goes on.{told}"
        return answered(Outcome.ATTENTION, Code.DOCUMENT_BROKE_OFF, sentence, docs, fails=False)
    if record.refusal:
        return answered(Outcome.REFUSED, *_coded(record.refusal), docs)
    if verdict is not None and verdict.outcome not in SUCCEEDED:
        refused = verdict.outcome in BEGAN_WRONG and not record.changed
        outcome = Outcome.REFUSED if refused else Outcome.ATTENTION
        return answered(outcome, verdict.code, verdict.message, docs)
    if record.unsent is not None:
        outcome = Outcome.ATTENTION if record.changed else Outcome.REFUSED
        if deployed_anew:
            sentence = (
                f"Its step {record.unsent} sent nothing: the step's Command document changed while this document ran. "
                "What is deployed now is the default version"
            )
            return answered(outcome, Code.DEPLOYED_MEANWHILE, sentence, docs)
        sentence = (
            f"Its step {record.unsent} sent nothing: the default version of the step's Command document isn't the "
            "deployed one any more, or is gone"
        )
        return answered(outcome, Code.ACT_NOT_DEPLOYED, sentence, docs)
    if record.failures or verdict is None:
        step, why = next(iter(record.failures.items()), (READING, "the node gave no answer"))
        sentence = f"Its step {step} failed: {why[:REASON_MAX]}"
        # A step that failed makes the document fail, or time out, by itself.
        return answered(Outcome.ATTENTION, Code.DOCUMENT_BROKE_OFF, sentence, docs, fails=not record.failures)
    if act is PersonsAct.OPT_OUT:
        return _opted_out(verdict, record.parameters.get("AcceptedLoss", "none") != "none")
    watched = record.said(WATCHING, "Sentence")
    if act is None or not watched:
        return answered(Outcome.GOAL, verdict.code, verdict.message, docs)
    if record.said(WATCHING, "Done").lower() == "true":
        return answered(Outcome.GOAL, MOVED[act], watched, docs)
    found = _CODE.search(watched)
    code = Code(found.group()) if found and found.group() in set(Code) else verdict.code
    return answered(Outcome.ATTENTION, code, watched, docs)


def answered(outcome: Outcome, code: Code, sentence: str, docs: str, *, fails: bool | None = None) -> ActAnswer:
    """The answer with what the catalogue says of the code; `fails`: None where the outcome decides."""
    entry = CATALOGUE[code]
    reached = outcome is Outcome.GOAL
    return ActAnswer(
        outcome=outcome,
        code=code,
        sentence=f"{code.value} {sentence}",
        data_is_safe=entry.data,
        next_step=entry.remedy if reached else f"{entry.remedy} Page: {page_of(code, docs)}",
        fails=not reached if fails is None else fails,
    )


def outputs_of(answer: ActAnswer, holder: str) -> dict[str, str | bool]:
    """What the document's steps select as its outputs; `holder`: who holds the lease, for people."""
    return {
        "outcome": answer.outcome.value,
        "code": answer.code.value,
        "sentence": answer.sentence,
        "dataIsSafe": answer.data_is_safe,
        "next": answer.next_step,
        "whoHoldsTheLease": holder,
        "fails": answer.fails,
    }


def _answer_in(text: str) -> tuple[Verdict, bool] | None:
    """The verdict in the text's last line, and whether it says that something was changed; None where none is there.

    What doesn't say it counts as changed.
    """
    lines = text.strip().splitlines()
    try:
        source = JsonReader.of(json.loads(lines[-1]))
        return parse_verdict(source), source.members.get("changed") is not False
    except (IndexError, ValueError, UnexpectedJsonError):
        return None


def _coded(refusal: str) -> tuple[Code, str]:
    """The refusal's code and its text without it; what begins with none is a broken-off document's."""
    found = _LEADING_CODE.match(refusal)
    if found is None or found.group(1) not in set(Code):
        return Code.DOCUMENT_BROKE_OFF, refusal
    return Code(found.group(1)), refusal[found.end() :]


def _opted_out(verdict: Verdict, loss_accepted: bool) -> ActAnswer:
    if loss_accepted:
        done = "The node is opted out; its stop protection stays on"
        safe = (
            "As long as the instance isn't stopped. Its cache may be on the instance-store disk: a stop "
            "then destroys the data drive, as was accepted."
        )
        then = (
            "Don't switch stop protection off before the cache is off the instance-store disk. To get there with "
            "CacheWarden, start CacheWarden-OptIn and CacheWarden-InstallHost."
        )
    else:
        done = "The node is opted out and its stop protection is off"
        safe = (
            "Yes. No cache is on the instance-store disk: a stop keeps the data drive, but for a tempdb drive on "
            "instance store."
        )
        then = "Start SQL Server if it is stopped. Take the other tags that begin with cachewarden: off."
    return ActAnswer(
        outcome=Outcome.GOAL,
        code=verdict.code,
        sentence=f"{verdict.code.value} {done}; {verdict.message}",
        data_is_safe=safe,
        next_step=then,
        fails=False,
    )
