"""What a kind of scene hands back, and the wordings that the kinds share."""

from dataclasses import dataclass, field
from random import Random

from ..canvas import Canvas
from ..names import enumeration, with_article

Turn = tuple[str, str]  # question, answer

DESCRIBE = [
    "Describe the image.", "What is in this picture?", "What do you see?", "Caption this image.", "What is this?",
    "Describe this picture in one sentence.",
]  # fmt: skip
READ = [
    "What does it say?", "Read the text.", "Read the text in the image.", "What is written here?",
    "What text is in the picture?",
]  # fmt: skip


@dataclass
class Example:
    """A picture with true answers. `names` are those a good caption holds, from left to right."""

    canvas: Canvas
    turns: list[Turn]
    names: list[str] = field(default_factory=list)


def caption(rng: Random, canvas: Canvas, nouns: list[str]) -> Turn:
    """ "A picture of a dog and a car on an orange background." """
    colour = canvas.background_colour
    where = f" on {with_article(colour)} background" if colour else ""
    return rng.choice(DESCRIBE), f"A picture of {enumeration(nouns)}{where}."


def background_question(rng: Random, canvas: Canvas) -> list[Turn]:
    if not canvas.background_colour:
        return []
    colour = rng.choice(["colour", "color"])
    return [(f"What {colour} is the background?", f"The background is {canvas.background_colour}.")]


def presence(noun: str, present: bool) -> Turn:
    answer = f"Yes, there is {with_article(noun)}." if present else f"No, I don't see {with_article(noun)}."
    return f"Is there {with_article(noun)} in the picture?", answer
