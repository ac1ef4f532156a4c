"""Rules about links within the text and about pictures."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from decisions.domain.findings.model import Hit, Subject, matches
from decisions.domain.text.slugs import slugs

_LOCAL_LINK = re.compile(r"\](?:\(|:[ \t]*+)<?#(?P<anchor>[^\s()<>]++)")
_OWN_ANCHOR = re.compile(
    r"<[a-z][a-z0-9]{0,9}+[ \t]++(?:[^<>\n]*?[ \t])?(?:id|name)=[\"']?([^\"'\s<>]++)", re.IGNORECASE
)
_PICTURE = re.compile(r"!\[[ \t]*+\][(\[]|(?i:<img(?=[\s/>])(?P<attributes>[^<>]*+)>)")
_ALT = re.compile(r"\balt[ \t]*+=", re.IGNORECASE)

# Anchors a browser or GitHub makes by itself: the top of the page and footnotes.
_GIVEN = re.compile(r"top$|(?:user-content-)?fn(?:ref)?-?[\w-]+$")


def anchor_broken(subject: Subject) -> Iterator[Hit]:
    links = matches(_LOCAL_LINK, subject.scan.prose)
    anchors: set[str] | None = None
    for line, link in links:
        if anchors is None:
            anchors = _anchors(subject)
        wanted = unquote(link["anchor"]).casefold()
        if wanted not in anchors and not _GIVEN.match(wanted):
            yield line, link["anchor"]


def picture_without_words(subject: Subject) -> Iterator[Hit]:
    for line, picture in matches(_PICTURE, subject.scan.prose):
        attributes = picture["attributes"]
        if attributes is None or not _ALT.search(attributes):
            yield (line,)


def _anchors(subject: Subject) -> set[str]:
    headings = {anchor.casefold() for anchor in slugs(heading.text for heading in subject.scan.headings)}
    return headings | {own[1].casefold() for own in _OWN_ANCHOR.finditer(subject.scan.prose)}
