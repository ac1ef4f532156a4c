"""An answer from elsewhere that ends in time, however slowly it is sent and however long it is."""

import time
from collections.abc import ItemsView

import requests

# A hundred pull requests take a quarter of one.
LONGEST_ANSWER = 4 * 2**20
_PIECE = 64 * 2**10


class TooLong(requests.RequestException):
    """The answer has more bytes than any that is expected."""


class Answered:
    """One answer, read whole: its status, its headers and its text."""

    def __init__(self, response: requests.Response, *, seconds: float) -> None:
        """requests.ReadTimeout where it is not there after so many seconds: the time of a socket starts anew with
        each byte, and a body of a byte a second would keep its reader for a day. TooLong where it is too long."""
        ends = time.monotonic() + seconds
        body = bytearray()
        while piece := response.raw.read1(_PIECE, decode_content=True):
            body += piece
            if len(body) > LONGEST_ANSWER:
                raise TooLong
            if time.monotonic() > ends:
                raise requests.ReadTimeout
        self.status = response.status_code
        self._headers = response.headers
        self._body = bytes(body)

    def getheaders(self) -> ItemsView[str, str]:
        return self._headers.items()

    def read(self) -> str:
        return self._body.decode("utf-8", "replace")
