"""Calls over keep-alive connections, timed from outside."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from threading import Barrier, BrokenBarrierError

WARM_UP_CALLS = 20
WARM_UP_SECONDS = 30


@dataclass(frozen=True)
class Call:
    """One request, sent again and again."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None


@dataclass(frozen=True)
class Figures:
    """What came out of one measurement."""

    calls_a_second: float
    p50: float
    p99: float

    @property
    def spread(self) -> float:
        """How much longer the slowest call in a hundred takes than the middle one."""
        return self.p99 / self.p50


def measured(call: Call, *, port: int, calls: int, connections: int) -> Figures:
    """The figures of `calls` calls over that many connections at once; any answer but 200 ends the run."""
    # Broken when a worker fails, so that the others and the clock do not wait for it.
    together = Barrier(connections + 1, timeout=WARM_UP_SECONDS)

    def work(_: int) -> list[float]:
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        _times(connection, call, WARM_UP_CALLS)
        together.wait()
        times = _times(connection, call, calls // connections)
        connection.close()
        return times

    with ThreadPoolExecutor(connections) as pool:
        working = pool.map(work, range(connections))
        try:
            together.wait()
        except BrokenBarrierError:
            list(working)
            raise
        started = time.perf_counter()
        times = sorted(each for worker in working for each in worker)
        seconds = time.perf_counter() - started
    return Figures(len(times) / seconds, _at(times, 0.50), _at(times, 0.99))


def _times(connection: HTTPConnection, call: Call, count: int) -> list[float]:
    times = []
    for _ in range(count):
        started = time.perf_counter()
        connection.request(call.method, call.path, body=call.body, headers=call.headers)
        answer = connection.getresponse()
        said = answer.read()
        times.append(time.perf_counter() - started)
        if answer.status != HTTPStatus.OK or b'"isError":true' in said:
            raise RuntimeError(f"{call.path} answered {answer.status}: {said[:300]!r}")
    return times


def _at(times: Sequence[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]
