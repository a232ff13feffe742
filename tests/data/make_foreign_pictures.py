"""python3 make_foreign_pictures.py: pictures unlike those that the built-in model knows (needs numpy and Pillow)."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parent / "foreign"


def like_a_photograph(width: int = 480, height: int = 320) -> Image.Image:
    """Brightness that changes at every scale, as in nature: the smaller, the less."""
    noise = np.random.RandomState(11)
    pixels = np.full((height, width, 3), 120.0)
    for cells in (2, 4, 8, 16, 32, 64, 128, 256):
        coarse = noise.rand(cells * height // width + 1, cells, 3) * 255
        grey = coarse.mean(2, keepdims=True)
        fine = Image.fromarray((0.3 * coarse + 0.7 * grey).astype(np.uint8)).resize((width, height), Image.BICUBIC)
        pixels += (np.asarray(fine).astype(float) - 128) / cells**0.4
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def like_a_page(width: int = 620, height: int = 860) -> Image.Image:
    words = "the quick brown fox jumps over a lazy dog and runs through forest until night falls on its way home".split()
    noise = np.random.RandomState(5)
    page = Image.new("RGB", (width, height), "white")
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(12)
    for line in range(50):
        if line % 9 != 8:
            pen.text((50, 50 + 15 * line), " ".join(noise.choice(words, 15))[:85], fill="black", font=font)
    return page


FOLDER.mkdir(exist_ok=True)
like_a_photograph().save(FOLDER / "like_a_photograph.jpg", quality=85)
like_a_page().save(FOLDER / "like_a_page.png", optimize=True)
