"""What is done to an ask: its person decides it, whoever's assistant made it withdraws it."""

from typing import Any

from decisions.domain.transitions import Act as AskedAct
from reviews.models import Ask
from reviews.services.asks import ask_decide, ask_withdraw
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.fields import LineField
from spaces.admin.pages import page_url
from spaces.domain.caller import Caller
from spaces.sign_in.fresh import fresh_sign_in_url, is_fresh, require_fresh_sign_in

MAX_BECAUSE = 500

Given = dict[str, Any]


class _Decide(ActForm):
    """A decision, taken from a session whose person signed in again in the last minutes."""

    because = LineField(
        max_length=MAX_BECAUSE, required=False, label="Why", help_text="The assistant is told, if you like."
    )

    def prepare(self) -> None:
        # A sign-in that ends before the form is sent is noticed then.
        self.is_fresh = is_fresh(self.request)
        self.sign_in_again = "" if self.is_fresh else fresh_sign_in_url(self.request)

    @property
    def is_open(self) -> bool:
        """Whether there is anything to decide, and for this person."""
        ask: Ask = self.target
        return ask.state_now == "pending" and ask.person_id == self.caller.person_id

    def clean(self) -> Given:
        # What signing in again needs beside the values; the act itself asks for it.
        return {**(super().clean() or {}), "request": self.request}


class AskApprove(_Decide):
    pass


class AskDecline(_Decide):
    because = LineField(
        max_length=MAX_BECAUSE, required=False, label="Why not", help_text="The assistant is told."
    )


class AskWithdraw(ActForm):
    question = "It can be neither decided nor used any more."


def _decide(caller: Caller, ask: Ask, given: Given, *, approve: bool) -> Ask:
    require_fresh_sign_in(given["request"])
    return ask_decide(ask=ask, approve=approve, because=given["because"], caller=caller)


# What an approved ask lets its assistant do, in the words of the answer.
_THEN: dict[AskedAct, str] = {
    AskedAct.APPROVE: "approve it for you",
    AskedAct.ACCEPT: "accept it for you",
    AskedAct.PUBLISH: "publish it for you",
}


def _approve(caller: Caller, ask: Ask, given: Given) -> Done:
    ask = _decide(caller, ask, given, approve=True)
    then = _THEN[AskedAct(ask.act)]
    return Done(f"Approved: {ask.assistant_name} can {then}, once, on version {ask.version}.", page_url(ask))


def _decline(caller: Caller, ask: Ask, given: Given) -> Done:
    ask = _decide(caller, ask, given, approve=False)
    return Done(f"Declined: {ask.assistant_name} is told.", page_url(ask))


def _withdraw(caller: Caller, ask: Ask, given: Given) -> Done:
    ask = ask_withdraw(ask=ask, caller=caller)
    return Done("The ask is withdrawn.", page_url(ask))


DECIDE = "console/ask_decide.html"

ASK_ACTS = (
    Act("approve", "Approve the ask", _approve, AskApprove, "Approve", template=DECIDE),
    Act("decline", "Decline the ask", _decline, AskDecline, "Decline", template=DECIDE, dangerous=True),
    Act("withdraw", "Withdraw the ask", _withdraw, AskWithdraw, "Withdraw", dangerous=True),
)
