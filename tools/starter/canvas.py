"""A picture in the making: what is drawn where, and the labels of its patches.

The model sees SIDE x SIDE pixels, cut into PATCHES x PATCHES patches. A canvas may be wider or higher, of the same
area; like every picture the model is shown, it is squeezed into the square at the end.
"""

import math
from dataclasses import dataclass
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .backgrounds import background
from .colours import COLOUR_CLASS
from .fonts import CHARACTER_CLASS
from .glyphs import glyph_image
from .looks import Place, Sights
from .names import BACKGROUND, TEXT

SIDE = 192
PATCH = 16
PATCHES = SIDE // PATCH


@dataclass(frozen=True)
class Box:
    """In canvas pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, margin: float) -> "Box":
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def is_clear_of(self, other: "Box", gap: float) -> bool:
        apart_in_x = self.right + gap < other.x or other.right + gap < self.x
        apart_in_y = self.bottom + gap < other.y or other.bottom + gap < self.y
        return apart_in_x or apart_in_y


class Canvas:
    """`aspect` is width / height. Without a given image the background is drawn by chance."""

    def __init__(self, rng: Random, aspect: float = 1.0, image: Image.Image | None = None, background_colour: str = ""):
        self.rng = rng
        if image is None:
            size = round(SIDE * math.sqrt(aspect)), round(SIDE / math.sqrt(aspect))
            image, background_colour = background(rng, size)
        self.image = image
        self.background_colour = background_colour
        self.pen = ImageDraw.Draw(image)
        self.taken: list[Box] = []
        # Labels a patch, [row, column]: what it shows, its colour, the characters of its left and right half, and where
        # the middle of what it shows is, x and y from 0 to 1; not a number for the background and text.
        self.classes = np.full((PATCHES, PATCHES), BACKGROUND, np.int64)
        self.colours = np.full((PATCHES, PATCHES), COLOUR_CLASS.get(background_colour, 0), np.int64)
        self.characters = np.zeros((PATCHES, PATCHES, 2), np.int64)
        self.centres = np.full((PATCHES, PATCHES, 2), np.nan, np.float32)
        self.sights = Sights()

    @property
    def width(self) -> int:
        return self.image.width

    @property
    def height(self) -> int:
        return self.image.height

    @property
    def whole(self) -> Box:
        return Box(0, 0, self.width, self.height)

    def find_place(self, width: float, height: float, region: Box | None = None, tries: int = 30) -> Box | None:
        """A free box of that size within the region, now taken; None if none was found."""
        region = region or self.whole
        if width > region.width or height > region.height:
            return None
        for _ in range(tries):
            x = self.rng.uniform(region.x, region.right - width)
            y = self.rng.uniform(region.y, region.bottom - height)
            box = Box(x, y, width, height)
            if all(box.is_clear_of(other, gap=2) for other in self.taken):
                self.taken.append(box)
                return box
        return None

    def place(self, box: Box) -> Place:
        x, y = box.centre
        return x / self.width, y / self.height

    def label(self, box: Box, label: int, colour: int = 0) -> None:
        """Labels the patches whose centres lie in the box's ellipse, and the one at its centre."""
        scale_x, scale_y = PATCHES / self.width, PATCHES / self.height
        centre_x, centre_y = box.centre[0] * scale_x, box.centre[1] * scale_y
        rows, columns = np.mgrid[0:PATCHES, 0:PATCHES]
        distance_x = (columns + 0.5 - centre_x) / (box.width * scale_x / 2 + 0.01)
        distance_y = (rows + 0.5 - centre_y) / (box.height * scale_y / 2 + 0.01)
        inside = distance_x**2 + distance_y**2 < 0.9
        inside[min(int(centre_y), PATCHES - 1), min(int(centre_x), PATCHES - 1)] = True
        self.classes[inside] = label
        self.colours[inside] = colour
        self.centres[inside] = centre_x / PATCHES, centre_y / PATCHES

    def label_character(self, character: str, left: float, right: float, top: float, bottom: float) -> None:
        """Labels the patches that a drawn character crosses, and those half patches whose centre it covers."""
        middle = (left + right) / 2 / self.width, (top + bottom) / 2 / self.height
        self.sights.characters.append((character, middle))
        scale_x, scale_y = PATCHES / self.width, PATCHES / self.height
        left, right, top, bottom = left * scale_x, right * scale_x, top * scale_y, bottom * scale_y
        first_row, last_row = max(0, int(top)), min(PATCHES - 1, int(bottom))
        for row in range(first_row, last_row + 1):
            if first_row != last_row and not top - 0.12 <= row + 0.5 <= bottom + 0.12:
                continue
            for column in range(max(0, int(left)), min(PATCHES - 1, int(right)) + 1):
                self.classes[row, column] = TEXT
                self.colours[row, column] = 0
                self.centres[row, column] = np.nan
                for half in (0, 1):
                    if left <= column + 0.25 + 0.5 * half < right:
                        self.characters[row, column, half] = CHARACTER_CLASS.get(character, 0)

    def draw_glyph(self, glyph: str, size: float, label: int, region: Box | None = None) -> Box | None:
        """One of the font's glyphs, as draw_image draws."""
        return self.draw_image(glyph_image(glyph), size, label, region)

    def draw_image(self, image: Image.Image, size: float, label: int, region: Box | None = None) -> Box | None:
        """The picture of a thing somewhere free: sometimes mirrored, turned by up to 20 degrees, or a little flat."""
        rng = self.rng
        box = self.find_place(size, size * rng.uniform(0.85, 1), region)
        if box is None:
            return None
        if rng.random() < 0.5:
            image = image.transpose(Image.FLIP_LEFT_RIGHT)
        if rng.random() < 0.5:
            image = image.rotate(rng.uniform(-20, 20), Image.BICUBIC)
        image = image.resize((round(box.width), round(box.height)), Image.BILINEAR)
        self.image.paste(image, (int(box.x), int(box.y)), image)
        self.label(box, label)
        return box

    def pixels(self) -> np.ndarray:
        """[SIDE, SIDE, 3] bytes, sometimes a little unsharp, brighter, darker or noisy."""
        rng = self.rng
        image = self.image if self.image.size == (SIDE, SIDE) else self.image.resize((SIDE, SIDE), Image.LANCZOS)
        if rng.random() < 0.25:
            image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.9)))
        pixels = np.asarray(image)
        if rng.random() < 0.5:
            noise = np.random.RandomState(rng.getrandbits(31)).randn(SIDE, SIDE, 1) * rng.uniform(0, 7)
            pixels = pixels.astype(np.float32) * rng.uniform(0.85, 1.12) + rng.uniform(-12, 12) + noise
            pixels = pixels.clip(0, 255).astype(np.uint8)
        return pixels


def some_aspect(rng: Random, extreme: float) -> float:
    """Mostly 1; otherwise from 1 / extreme to extreme."""
    if rng.random() < 0.7:
        return 1.0
    return extreme ** rng.uniform(-1, 1)
