"""Where each word of a conversation is to be found: in the picture, or in the passage before the question.

The renderer knows where everything stands, so the decoder need not find out by trial what to look at. From the last
token of a name it is taught to look at the thing so named (`here`), and from the token before a word, or a part of it,
at what that is read from (`ahead`): the next thing of a caption, already from the end of the name before; the next
character of a sign; the next word copied from a passage. An answer's tokens are also taught to look back at the names
of what they are about (`recalled`), whose places those tokens know by then.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

Place = tuple[float, float]  # the middle of a thing, in shares of the picture's width and height

NOWHERE: Place = (float("nan"), float("nan"))
NO_TOKEN = -1
RECALLED = 2  # things at once


@dataclass
class Sights:
    """What stands where in a picture: things by every name that fits only one of them, and characters in the order
    in which they were written."""

    things: dict[str, Place] = field(default_factory=dict)
    characters: list[tuple[str, Place]] = field(default_factory=list)


@dataclass
class Looks:
    """For each token of a conversation."""

    here: list[Place] = field(default_factory=list)
    ahead: list[Place] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)  # the earlier token from which the next one is copied
    recalled: list[tuple[int, ...]] = field(default_factory=list)  # earlier tokens that end names

    def extend(self, tokens: int) -> None:
        self.here += [NOWHERE] * tokens
        self.ahead += [NOWHERE] * tokens
        self.sources += [NO_TOKEN] * tokens
        self.recalled += [(NO_TOKEN,) * RECALLED] * tokens


@dataclass
class Span:
    """A text among the tokens of a conversation."""

    text: str
    first: int  # its first token
    surfaces: list[str]  # what each of its tokens stands for; together the text

    def __post_init__(self) -> None:
        self.ends = list(accumulate(len(surface) for surface in self.surfaces))

    def token_at(self, character: int) -> int:
        """The token in the conversation that holds the character."""
        return self.first + next(index for index, end in enumerate(self.ends) if end > character)


def mark_turn(looks: Looks, question: Span, answer: Span, sights: Sights) -> None:
    """A question about a picture and its answer."""
    asked = mark_mentions(looks, question, sights, is_answer=False)
    answered = mark_mentions(looks, answer, sights, is_answer=True)
    # What the answer spoke of last, or before it speaks of anything the first two things of the question.
    about = asked[:RECALLED]
    for token in range(answer.first - 1, answer.first + len(answer.surfaces)):
        if token in answered:
            about = [token]
        elif about:
            looks.recalled[token] = (*about, *[NO_TOKEN] * (RECALLED - len(about)))


def mark_mentions(looks: Looks, span: Span, sights: Sights, is_answer: bool) -> list[int]:
    """Returns the tokens that end a name."""
    ends = []
    for start, end, place in mentions(span.text, sights):
        last = span.token_at(end - 1)
        looks.here[last] = place
        quoted = is_quoted(span.text, start)
        if is_answer:
            first = start if quoted else start_of_choice(span.text, start)
            for token in range(span.token_at(first) - 1, last):
                looks.ahead[token] = place
        if not quoted:
            ends.append(last)
    return ends


def start_of_choice(text: str, start: int) -> int:
    """What comes also decides whether it is "a" or "an", and whether anything comes at all."""
    return re.search(r"(, | and )?(\b[Aa]n? )?$", text[:start]).start()


def is_quoted(text: str, index: int) -> bool:
    return text.count('"', 0, index) % 2 == 1


def mentions(text: str, sights: Sights) -> Iterator[tuple[int, int, Place]]:
    """Start, end and place of every name in the text, the longest name where several fit, and of quoted characters."""
    names = sorted(sights.things, key=len, reverse=True)
    unquoted = re.sub(r'"[^"]*"', lambda quoted: " " * len(quoted[0]), text)
    for mention in re.finditer(rf"\b({'|'.join(map(re.escape, names))})\b", unquoted) if names else ():
        yield mention.start(), mention.end(), sights.things[mention[0]]
    written = "".join(character for character, _ in sights.characters)
    for quoted in re.finditer(r'"([^"]*)"', text):
        letters = quoted[1].replace(" ", "")
        if letters and written.count(letters) == 1:
            places = iter(sights.characters[written.index(letters) :])
            for index in range(quoted.start(1), quoted.end(1)):
                if text[index] != " ":
                    yield index, index + 1, next(places)[1]


def mark_copied(looks: Looks, passage: Span, answer: Span) -> None:
    """Where the passage holds the answer once, word for word: from which token each token is copied."""
    body = answer.text.rstrip(".")
    for copied in (body, body[:1].lower() + body[1:]):
        if copied and len(found := list(re.finditer(rf"(?<!\w){re.escape(copied)}(?!\w)", passage.text))) == 1:
            for index, start in enumerate([0, *answer.ends[:-1]]):
                if start < len(copied):
                    looks.sources[answer.first + index - 1] = passage.token_at(found[0].start() + start)
            return
