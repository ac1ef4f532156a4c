"""What a rendering may cost, as counts: a text fares alike on every machine and in any thread."""

# 512 KiB of document and room for the service's own lines, in characters.
MAX_CHARACTERS = 600 * 1024

# docutils takes some twenty times longer a character than the Markdown parser.
MAX_RST_CHARACTERS = 192 * 1024

# Places where the Markdown parser tries its rules, and tokens it makes. Real texts of 512 KiB take some
# 100,000; a step takes 4 to 20 microseconds.
MAX_STEPS = 250_000

# Lines docutils reads, those of nested blocks again at each level: real texts take up to 4 a line.
MAX_RST_STEPS = 20_000

# Characters of code squared, a snippet at a time: Pygments' lexers are quadratic in the worst code for them,
# a second for ten million. Enough for 160 snippets of 500 characters; what goes past it stays plain.
MAX_COLOURING = 40_000_000

# A bracket makes the parser look for its partner, and in it for further brackets.
STEPS_PER_BRACKET = 6

# Lists and quotes within each other; a level of a list counts two. The parser would drop what is deeper.
MAX_BLOCK_DEPTH = 40

# Elements within each other: sanitising is quadratic in that, and browsers flatten beyond 512.
MAX_ELEMENT_DEPTH = 100

# Colouring grows code tenfold; a page of this size is already slow to show.
MAX_HTML_CHARACTERS = 8 * 1024 * 1024


class GaveUp(Exception):
    """The text goes past a bound; the message says which, for a reader."""


class Meter:
    """Counts steps of work and gives up past its bound."""

    __slots__ = ("_bound", "steps")

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self.steps = 0

    def affords(self, steps: int) -> bool:
        return self.steps + steps <= self._bound

    def spend(self, steps: int = 1, *, to_come: int = 0) -> None:
        """Counts `steps` now; `to_come` are known of already and counted when they are done."""
        self.steps += steps
        if not self.affords(to_come):
            raise GaveUp("it takes too many steps to render")
