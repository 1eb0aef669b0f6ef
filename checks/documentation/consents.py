"""docs/consents.md: what a person may consent to, by which door, for how long, and who asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from cachewarden.operation.consent import APPROVAL_LIFE, TAG_LIFE_MAX, TERMS, Consent, Terms
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import CONSENT

MINUTES: Final = APPROVAL_LIFE / timedelta(minutes=1)

HEAD: Final = f"""# Consents

Some acts are never done without a person's explicit yes. Each has a word; what it means, how it is given and who asks
for it is below. Written from `lambdas/cachewarden/operation/consent.py` by `python -m checks.documentation`; a test
holds it current.

**By a document.** Starting the document is the consent, since IAM decides which document a person may start, and never
with which values. Who gave it, when, and for which instance, is what Systems Manager says of that run; nothing that the
workflow was started with is believed. It counts for the one operation that the run started, and for the one that
CacheWarden starts in its place where that breaks off ([how](security.md#resumed-consent)).

**By an approval.** Whoever may not consent starts a document that asks, `CacheWarden-Request*`; its first step waits
for one of the deployment's [approvers](#approvers). The giver is the approver, the time that of the approval, both by
Systems Manager's record of that step; starting the document gives nothing. Nothing is done before, and a request that
is rejected, cancelled or {MINUTES:.0f} minutes without an answer ends with nothing changed and a message (CW5132). An
approver can't approve a request of their own: an approval is a second person's word, and whoever may consent
alone has the documents above. Systems Manager may take such an approval; the workflow then refuses before its first act
(CW6156), even what would need no consent. It does so, too, where others were asked or who approved can't be read. An
approval counts for the same operation as a document's consent.

**By the tag** `{CONSENT}` of the instance, for example `outage/2026-11-22T20:00Z`: the word and its end, at most
{TAG_LIFE_MAX.days} days ahead. It counts until then for whoever asks for the goal; take it off to withdraw it.
[tags.md](tags.md#consent) says more.

**On the command line** documents are started, and approvals given, with the AWS CLI ([how](#approvers)); the command
`cachewarden` itself starts nothing in an account.

There is no other way to give one; an approval of Change Manager is none. A consent that ended, was withdrawn, is for
another instance, goal or operation, or can't be read, counts for nothing; a refusal that it would have prevented says
so. An act that was begun with a consent is not given up because the consent ends meanwhile. Every message at an
operation's end names the consents that it had, and who gave them.

| word | what is accepted | given by | for the goal | lasts | asked for by |
|---|---|---|---|---|---|
"""


FOOT: Final = f"""
## <a id="approvers"></a>Approvers

The deployment names them, at most ten, as users, roles or sessions of a role; they are no parameter of a document:

    npx 'aws-cdk@>=2.1147.0' deploy --all -c cachewarden:consent_approvers=arn:aws:iam::111122223333:role/OnCall

Without that setting the documents that ask aren't deployed. Whoever may ask starts them
(`CacheWardenRequester-<region>`); an approver needs the right to answer (`ssm:SendAutomationSignal`, in
`CacheWardenApprover-<region>`) and to read the run.

**Ask.** In the Systems Manager console choose Automation, *Execute automation*, the document, the instance and a
reason. Or:

    aws ssm start-automation-execution --document-name CacheWarden-RequestOutageAndStopInstance \\
        --parameters InstanceId=i-0123456789abcdef0,Reason=patching

The topic AutomationCacheWarden tells its subscribers what is asked for, for which node, why, and the execution's id.

**Answer**, within {MINUTES:.0f} minutes. In the console choose Automation, the execution that is *Waiting*,
read who started it (*Executed by*) and its instance, then *Actions*, *Approve/Deny*. Or:

    aws ssm send-automation-signal --automation-execution-id ID --signal-type Approve --payload Comment=agreed

`--signal-type Reject` refuses it. The time is short, so that what the approver reads still holds and whoever asked can
be asked back. A change of the approvers takes effect at once: the approval of a request that was begun before gives
nothing.
Session names tell who is who, whatever the role, so name sessions after people (`sts:RoleSessionName`, or IAM Identity
Center, which does so): under the same name nobody approves in one role what was asked for in another. Where the record
shows the role alone, one of its holders can't approve what another asked for. Whoever may choose session names freely,
or is a user here and has a session of another name, can pass for two people.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_row(word, terms) for word, terms in TERMS.items()) + FOOT


def _row(word: Consent, terms: Terms) -> str:
    doors = "; ".join(_doors(terms)) or "not available yet"
    goals = ", ".join(f"`{goal}`" for goal in Goal if goal in _reachable(terms))
    if terms.not_for:
        goals = f"{goals}. {terms.not_for}"
    asked = ", ".join(terms.checked_by) or "nothing yet"
    name = f'<a id="{word.value}"></a>`{word.value}`'
    return f"| {name} | {terms.accepts} | {doors} | {goals} | {_lasts(terms)} | {asked} |\n"


def _reachable(terms: Terms) -> frozenset[Goal]:
    """Goals for which a door gives it: a document's own, all with a tag; without a door those that it is meant for."""
    by_document = frozenset({*terms.documents.values(), *terms.approvals.values()})
    return terms.goals if terms.by_tag or not by_document else by_document


def _doors(terms: Terms) -> Iterator[str]:
    yield from (f"`{document}` (goal `{goal}`)" for document, goal in terms.documents.items())
    yield from (f"an approval in `{document}` (goal `{goal}`)" for document, goal in terms.approvals.items())
    if terms.by_tag:
        yield "the tag"


def _lasts(terms: Terms) -> str:
    hours = terms.life / timedelta(hours=1)
    by_document = f"{hours:g} {'hour' if hours == 1 else 'hours'}"
    return f"{by_document}; by tag until its end" if terms.by_tag else by_document
