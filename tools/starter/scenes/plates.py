"""Number plates."""

from random import Random

from ..canvas import Canvas, some_aspect
from ..colours import varied
from ..fonts import any_face, typeface
from ..lettering import draw_line
from .example import DESCRIBE, READ, Example

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
PATTERNS = ["LL 123 LL", "LL 1234", "L 12345", "LLL 123", "12 LLL 3", "LL12 LLL"]
MARGIN = 7


def draw(rng: Random) -> Example:
    number = plate_number(rng)
    canvas = Canvas(rng, some_aspect(rng, extreme=1.3))
    font = typeface(any_face(rng), rng.randint(20, 28))
    left, top, right, bottom = font.getbbox(number, anchor="lt")
    while right > canvas.width - 4 * MARGIN:
        font = typeface(any_face(rng), 18)
        left, top, right, bottom = font.getbbox(number, anchor="lt")
    box = canvas.find_place(right + 2 * MARGIN, bottom + 2 * MARGIN)
    paper = rng.choice([(245, 245, 245), (245, 214, 40)])
    outline = (box.x, box.y, box.right, box.bottom)
    canvas.pen.rounded_rectangle(outline, 5, fill=varied(paper, rng, 8), outline=(20, 20, 20), width=2)
    draw_line(canvas, box.x + MARGIN, box.y + MARGIN, number, font, (20, 20, 20))
    turns = [
        (rng.choice(DESCRIBE), f'A picture of a number plate that says "{number}".'),
        (rng.choice(READ), f'It says "{number}".'),
        (rng.choice(["What is the number?", "What is on the number plate?"]), f'The number is "{number}".'),
    ]
    return Example(canvas, turns, [number])


def plate_number(rng: Random) -> str:
    """A pattern with every L a letter and every digit another digit."""
    replace = {"L": lambda: rng.choice(LETTERS), " ": lambda: " "}
    return "".join(replace.get(place, lambda: str(rng.randint(0, 9)))() for place in rng.choice(PATTERNS))
