"""One to five shapes, each in a colour."""

from collections import Counter
from random import Random

from ..canvas import Canvas, some_aspect
from ..colours import COLOUR_NAMES
from ..looks import Place
from ..names import NUMBERS, SHAPES, with_article
from ..shapes import draw_shape
from .example import Example, Turn, background_question, caption, presence
from .places import Placed, is_in_clear_order, neighbour_questions, placed, side_questions, zone_question

SIZES = {1: (44, 130), 2: (40, 80), 3: (38, 68), 4: (36, 60), 5: (34, 54)}
CLEARLY_BIGGER = 1.3

Shape = tuple[str, str]  # colour, kind


def draw(rng: Random, count: int | None = None) -> Example:
    count = count or rng.choices([1, 2, 3, 4, 5], [18, 28, 26, 18, 10])[0]
    while True:
        canvas = Canvas(rng, some_aspect(rng, extreme=1.15))  # a squeezed square is no square
        visible = [name for name in COLOUR_NAMES if name != canvas.background_colour]
        shapes = [(rng.choice(visible), rng.choice(SHAPES)) for _ in range(count)]
        drawn = [draw_one(canvas, shape, SIZES[count]) for shape in shapes]
        if all(drawn) and is_in_clear_order(drawn):
            ordered = sorted(drawn, key=lambda shape: shape.x)
            canvas.sights.things = clear_names(ordered)
            return Example(canvas, questions(rng, canvas, ordered), [shape.noun for shape in ordered])


def draw_one(canvas: Canvas, shape: Shape, sizes: tuple[float, float]) -> Placed | None:
    colour, kind = shape
    box = draw_shape(canvas, kind, colour, canvas.rng.uniform(*sizes))
    return placed(canvas, f"{colour} {kind}", box) if box else None


def clear_names(shapes: list[Placed]) -> dict[str, Place]:
    """ "red star", "red" and "star", each if it fits one shape only."""
    named = [(name, (shape.x, shape.y)) for shape in shapes for name in (shape.noun, *shape.noun.split())]
    counts = Counter(name for name, _ in named)
    return {name: place for name, place in named if counts[name] == 1}


def questions(rng: Random, canvas: Canvas, ordered: list[Placed]) -> list[Turn]:
    nouns = [shape.noun for shape in ordered]
    turns = [caption(rng, canvas, [with_article(noun) for noun in nouns]), count_question(rng, len(nouns))]
    turns += colour_and_kind_questions(rng, nouns)
    if len(set(nouns)) == len(nouns) > 1:
        turns += neighbour_questions(rng, ordered) + side_questions(rng, ordered)
    if nouns.count(ordered[0].noun) == 1:
        turns += zone_question(rng, ordered[0])
    turns += biggest_question(ordered)
    noun = rng.choice(nouns) if rng.random() < 0.5 else f"{rng.choice(COLOUR_NAMES)} {rng.choice(SHAPES)}"
    turns.append(presence(noun, noun in nouns))
    if rng.random() < 0.4:
        turns += background_question(rng, canvas)
    return list(dict(turns).items())


def colour_and_kind_questions(rng: Random, nouns: list[str]) -> list[Turn]:
    """ "What colour is the circle?" where there is one circle, "What shape is red?" where one shape is red."""
    colours, kinds = zip(*(noun.split() for noun in nouns))
    turns = []
    index = rng.randrange(len(nouns))
    if kinds.count(kinds[index]) == 1:
        word = rng.choice(["colour", "color"])
        turns.append((f"What {word} is the {kinds[index]}?", f"The {kinds[index]} is {colours[index]}."))
    index = rng.randrange(len(nouns))
    if colours.count(colours[index]) == 1:
        turns.append((f"What shape is {colours[index]}?", f"The {kinds[index]} is {colours[index]}."))
    return turns


def biggest_question(shapes: list[Placed]) -> list[Turn]:
    *_, second, biggest = sorted([*shapes, Placed("", 0, 0, 0)], key=lambda shape: shape.size)
    if len(shapes) == 1 or biggest.size < CLEARLY_BIGGER * second.size:
        return []
    return [("Which shape is the biggest?", f"The {biggest.noun} is the biggest.")]


def count_question(rng: Random, count: int) -> Turn:
    question = rng.choice(["How many shapes are there?", "How many shapes do you see?"])
    return question, "There is one shape." if count == 1 else f"There are {NUMBERS[count]} shapes."
