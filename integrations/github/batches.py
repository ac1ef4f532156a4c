"""Reading many pull requests in few requests, whatever becomes of some of them."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NoReturn

from integrations.domain.pull_request_urls import NotAPullRequest, checked_address
from integrations.domain.pull_requests import Address, Failure, Snapshot, Trouble
from integrations.github.mapping import read_answer

# GitHub answers 100 as well, but fails more often then: it gives a query 10 seconds, and the checks take long.
BATCH = 25
# One that GitHub has no answer for is found by halving after six requests. More than these in a row without an
# answer, and it is the host that has none.
GIVE_UP_AFTER = 10

# Beside a fault that GitHub reports, these may only mean that the rest of the answer did not come.
_MAY_COME = (Trouble.BAD_ANSWER, Trouble.LIMITED)


@dataclass
class Reading:
    """What came of reading some pull requests. One that there was no time left for is in neither dictionary."""

    found: dict[Address, Snapshot] = field(default_factory=dict)
    failed: dict[Address, Failure] = field(default_factory=dict)
    # As many as were sent to GitHub, those for an App's token too.
    requests: int = 0
    # GitHub's limit: nothing is to be asked with this credential before.
    paused_until: datetime | None = None
    # What is wrong with the credential or the host, in words; empty where nothing is.
    problem: str = ""


@dataclass(frozen=True)
class Answer:
    """GitHub's answer to one query: what stands under `data` and `errors`, and the pause it asks for."""

    data: object
    errors: object
    paused_until: datetime | None = None


class Stopped(Exception):
    """A trouble of the credential or the host: nothing more is to be asked."""

    def __init__(self, trouble: Trouble, words: str, paused_until: datetime | None = None) -> None:
        super().__init__(words)
        self.trouble = trouble
        self.words = words
        self.paused_until = paused_until


class Unanswered(Exception):
    """A request got no answer that can be read; one for fewer pull requests may. `words` say what came instead."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


Ask = Callable[[Sequence[Address]], Answer]


def read_in_batches(
    addresses: Iterable[Address], ask: Ask, *, host: str, time_left: Callable[[], bool]
) -> Reading:
    """What `ask` tells of these pull requests of `host`, asked for in batches.

    A batch without an answer is halved, down to the single ones, which then fail alone. What an answer has is
    kept, whatever it lacks. After a trouble of the credential or the host nothing more is asked, and all that
    were not read have it. An address that is none on GitHub is never asked for.
    """
    return _Reader(ask, host, time_left).read(addresses)


class _Reader:
    """One reading under way."""

    def __init__(self, ask: Ask, host: str, time_left: Callable[[], bool]) -> None:
        self._ask = ask
        self._host = host
        self._time_left = time_left
        self._reading = Reading()
        self._waiting: deque[Sequence[Address]] = deque()
        # Requests in a row that brought nothing, and what came of the last of them.
        self._missed = 0
        self._words = ""
        # Those of them that were for a single one.
        self._alone: list[Address] = []
        self._answered = False

    def read(self, addresses: Iterable[Address]) -> Reading:
        asked = [each for each in dict.fromkeys(addresses) if self._may_be_asked(each)]
        self._waiting.extend(asked[start : start + BATCH] for start in range(0, len(asked), BATCH))
        try:
            while self._waiting and self._time_left():
                self._read_next()
            if self._missed and (self._waiting or not self._answered):
                # Nothing was answered at all, or nothing was at the end of the time.
                self._blame_the_host()
        except Stopped as stop:
            self._stop(stop)
        return self._reading

    def _may_be_asked(self, address: Address) -> bool:
        try:
            checked_address(address.host, address.owner, address.repo, str(address.number))
        except NotAPullRequest as error:
            words = error.words
        else:
            if address.host == self._host:
                return True
            words = f"{address} is on another host than {self._host}."
        self._reading.failed[address] = Failure(Trouble.NOT_VISIBLE, words)
        return False

    def _read_next(self) -> None:
        batch = self._waiting.popleft()
        try:
            answer = self._ask(batch)
        except Stopped:
            self._waiting.append(batch)
            raise
        except Unanswered as error:
            self._miss(batch, error.words)
        else:
            self._answered = True
            self._keep(batch, answer)

    def _keep(self, batch: Sequence[Address], answer: Answer) -> None:
        said = read_answer(batch, answer.data, answer.errors, self._host)
        again: list[Address] = []
        for address, each in said.items():
            if isinstance(each, Snapshot):
                self._reading.found[address] = each
            elif each.trouble in _MAY_COME and (answer.errors or answer.paused_until):
                again.append(address)
            else:
                self._reading.failed[address] = each
        if answer.paused_until:
            self._waiting.append(again)
            raise Stopped(Trouble.LIMITED, limit_words(answer.paused_until), answer.paused_until)
        if len(again) < len(batch):
            self._missed = 0
            self._alone.clear()
            self._put_back(again)
        else:
            self._miss(batch, "it reports a fault of its own")

    def _miss(self, batch: Sequence[Address], words: str) -> None:
        self._missed += 1
        self._words = words
        if self._missed == GIVE_UP_AFTER:
            self._waiting.append(batch)
            self._blame_the_host()
        if len(batch) == 1:
            self._alone.extend(batch)
            self._reading.failed[batch[0]] = Failure(
                Trouble.BAD_ANSWER, f"{self._host} gives no answer for {batch[0]}: {words}."
            )
            return
        half = (len(batch) + 1) // 2
        self._waiting.appendleft(batch[:half])
        self._put_back(batch[half:])

    def _put_back(self, batch: Sequence[Address]) -> None:
        """Behind the others: several without an answer stand side by side often, and are no reason to give up."""
        if batch:
            self._waiting.append(batch)

    def _blame_the_host(self) -> NoReturn:
        """It is no fault of those that were asked for last."""
        self._waiting.append(self._alone)
        raise Stopped(Trouble.UNREACHABLE, f"{self._host} gives no answer: {self._words}.")

    def _stop(self, stop: Stopped) -> None:
        failure = Failure(stop.trouble, stop.words)
        for batch in self._waiting:
            self._reading.failed.update(dict.fromkeys(batch, failure))
        self._reading.paused_until = stop.paused_until
        self._reading.problem = stop.words


def limit_words(until: datetime) -> str:
    """What is said of a credential that has to wait."""
    return f"GitHub's limit for this account's credential is used up until {until:%H:%M} UTC."
