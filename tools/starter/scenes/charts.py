"""Bar charts with a title and two to five bars."""

from random import Random

from PIL import Image

from ..canvas import SIDE, Box, Canvas
from ..colours import COLOUR_CLASS, COLOUR_NAMES, shade, varied
from ..fonts import any_face, typeface, word
from ..lettering import draw_line
from ..names import NUMBERS, SHAPE_CLASS, enumeration
from .example import DESCRIBE, Example

BASELINE, TOP = SIDE - 30, 48
AXIS = (60, 60, 60)


def draw(rng: Random) -> Example:
    paper = Image.new("RGB", (SIDE, SIDE), varied((245, 245, 245), rng, 8))
    canvas = Canvas(rng, image=paper, background_colour="white")
    title = word(rng).title()
    draw_line(canvas, rng.randint(20, 60), 8, title, typeface(any_face(rng), rng.randint(14, 20)), (20, 20, 20))
    canvas.pen.line((18, TOP - 14, 18, BASELINE, SIDE - 8, BASELINE), fill=AXIS, width=2)

    count = rng.randint(2, 5)
    colours = rng.sample([name for name in COLOUR_NAMES if name != "white"], count)
    heights = [ninths / 9 for ninths in rng.sample(range(2, 10), count)]
    for index, (colour, height) in enumerate(zip(colours, heights)):
        draw_bar(canvas, index, count, colour, height)

    shortest, *_, tallest = [colour for _, colour in sorted(zip(heights, colours))]
    turns = [
        (rng.choice(DESCRIBE), f'A bar chart titled "{title}" with {NUMBERS[count]} bars: {enumeration(colours)}.'),
        (rng.choice(["Which bar is the tallest?", "Which bar is the highest?"]), f"The {tallest} bar is the tallest."),
        (
            rng.choice(["Which bar is the shortest?", "Which bar is the lowest?"]),
            f"The {shortest} bar is the shortest.",
        ),
        ("How many bars are there?", f"There are {NUMBERS[count]} bars."),
        ("What is the title of the chart?", f'The title is "{title}".'),
    ]
    return Example(canvas, turns)


def draw_bar(canvas: Canvas, index: int, count: int, colour: str, height: float) -> None:
    """`height` is a share of the highest possible bar."""
    step = (SIDE - 40) / count
    pixels = height * (BASELINE - TOP)
    bar = Box(24 + index * step, BASELINE - pixels, step * 0.7, pixels)
    canvas.pen.rectangle((bar.x, bar.y, bar.right, bar.bottom), fill=shade(colour, canvas.rng, 10))
    canvas.label(bar, SHAPE_CLASS["rectangle"], COLOUR_CLASS[colour])
    canvas.sights.things[colour] = canvas.place(bar)
