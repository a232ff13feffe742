"""Till receipts: a shop, two or three goods with prices, a total."""

from random import Random

from PIL import Image

from ..canvas import SIDE, Canvas
from ..colours import varied
from ..fonts import MONOSPACED_FILES, typeface
from ..lettering import draw_line
from ..names import NUMBERS
from .example import DESCRIBE, Example

SHOPS = "Market Bakery Corner Station Garden Harbour Sunny Central Village Union".split()
GOODS = "milk bread tea coffee sugar salt eggs rice soap juice cake fish soup jam nuts".split()
INK = (30, 30, 30)


def draw(rng: Random) -> Example:
    paper = Image.new("RGB", (SIDE, SIDE), varied((244, 243, 238), rng, 10))
    canvas = Canvas(rng, image=paper, background_colour="white")
    font = typeface(rng.choice(MONOSPACED_FILES), rng.randint(16, 20))
    shop = rng.choice(SHOPS)
    goods = rng.sample(GOODS, rng.randint(2, 3))
    cents = [rng.randint(50, 990) for _ in goods]
    total = price(sum(cents))
    lines = [(shop, "")] + [(good, price(amount)) for good, amount in zip(goods, cents)] + [("total", total)]

    y = rng.uniform(8, 40)
    for name, amount in lines:
        draw_line(canvas, 12, y, name, font, INK)
        if amount:
            draw_line(canvas, SIDE - 12 - font.getlength(amount), y, amount, font, INK)
        y += 28

    index = rng.randrange(len(goods))
    turns = [
        (rng.choice(DESCRIBE), f'A receipt from "{shop}" with {NUMBERS[len(goods)]} items and a total of "{total}".'),
        (rng.choice(["What is the total?", "How much is it in total?"]), f'The total is "{total}".'),
        (f"How much is the {goods[index]}?", f'The {goods[index]} is "{price(cents[index])}".'),
        (rng.choice(["Which shop is it?", "Where is the receipt from?"]), f'The shop is "{shop}".'),
    ]
    return Example(canvas, turns)


def price(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
