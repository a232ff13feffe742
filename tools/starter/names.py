"""The table of things (names.txt), the class numbers of the per-patch labels, and a little English."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent

SHAPES = ["circle", "square", "triangle", "star", "rectangle", "pentagon", "hexagon", "diamond", "ring", "cross"]

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

# Said of everything that has no name, in captions and answers alike.
NOT_SURE = "I am not sure what this is."


@dataclass(frozen=True)
class Thing:
    name: str
    glyphs: str  # one character each
    taught: bool  # drawn under its name; otherwise its name is kept for a later model


def read_things() -> list[Thing]:
    lines = (FOLDER / "names.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [Thing(name, glyphs, mark == "+") for mark, name, glyphs in rows]


def read_glyphs(file_name: str) -> str:
    lines = (FOLDER / file_name).read_text(encoding="utf-8").splitlines()
    return "".join(line for line in lines if not line.startswith("#"))


THINGS = read_things()
TAUGHT = [thing for thing in THINGS if thing.taught]

# Class numbers of the per-patch labels: background, text, every thing, every shape, a thing without a name.
BACKGROUND, TEXT = 0, 1
THING_CLASS = {thing.name: 2 + index for index, thing in enumerate(THINGS)}
SHAPE_CLASS = {shape: 2 + len(THINGS) + index for index, shape in enumerate(SHAPES)}
UNNAMED = 2 + len(THINGS) + len(SHAPES)
CLASSES = UNNAMED + 1

WITHOUT_ARTICLE = ("Santa", "fire", "french fries", "bacon", "lipstick", "garlic", "broccoli", "crossed swords")

IRREGULAR_PLURALS = {
    "mouse": "mice", "person": "people", "man": "men", "woman": "women", "child": "children", "sheep": "sheep",
    "deer": "deer",
    "knife": "knives", "tooth": "teeth", "wolf": "wolves", "leaf": "leaves", "fish": "fish", "foot": "feet",
    "loaf": "loaves", "bus": "buses", "cactus": "cactuses", "octopus": "octopuses", "rhinoceros": "rhinoceroses",
    "t-rex": "t-rexes", "headphone": "headphones", "potato": "potatoes", "tomato": "tomatoes",
}  # fmt: skip


def with_article(noun: str) -> str:
    """ "dog" -> "a dog", "orange star" -> "an orange star", "unicorn" -> "a unicorn"."""
    if noun in WITHOUT_ARTICLE:
        return noun
    spoken_as_vowel = noun[0] in "aeiou" and not noun.startswith(("one", "uni"))
    return ("an " if spoken_as_vowel else "a ") + noun


def plural(noun: str) -> str:
    """ "dog" -> "dogs", "pair of socks" -> "pairs of socks"."""
    for link in (" of ", " with "):
        if link in noun:
            head, tail = noun.split(link, 1)
            return plural(head) + link + tail
    if " and " in noun:
        return " and ".join(plural(part) for part in noun.split(" and "))
    *before, word = noun.split()
    return " ".join([*before, plural_of_word(word)])


def plural_of_word(word: str) -> str:
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if word.endswith(("ss", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("s"):
        return word
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith("man"):
        return word[:-3] + "men"
    return word + "s"


def enumeration(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) == 1:
        return parts[0]
    return ", ".join(parts[:-1]) + " and " + parts[-1]
