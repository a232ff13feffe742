"""What lies behind the things: a flat colour, a gradient, or something like an unsharp photograph."""

import math
from random import Random

import numpy as np
from PIL import Image

from .colours import COLOUR_NAMES, shade

Size = tuple[int, int]


def background(rng: Random, size: Size) -> tuple[Image.Image, str]:
    """A picture and the name of its colour, or "" if it has none."""
    kind = rng.random()
    if kind < 0.55:
        name = rng.choice(COLOUR_NAMES)
        return flat(rng, size, name), name
    if kind < 0.75:
        return gradient(rng, size), ""
    return blurred_scenery(rng, size), ""


def flat(rng: Random, size: Size, name: str) -> Image.Image:
    image = Image.new("RGB", size, shade(name, rng))
    if rng.random() < 0.5:
        return image
    width, height = size
    pixels = np.asarray(image).astype(np.float32)
    slope = rng.uniform(-22, 22)
    if rng.random() < 0.5:
        pixels += np.linspace(-slope, slope, height, dtype=np.float32)[:, None, None]
    else:
        pixels += np.linspace(-slope, slope, width, dtype=np.float32)[None, :, None]
    return to_image(pixels)


def gradient(rng: Random, size: Size) -> Image.Image:
    width, height = size
    start, end = (np.array([rng.randint(0, 255) for _ in range(3)], np.float32) for _ in range(2))
    angle = rng.uniform(0, 2 * math.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    along = (x / width - 0.5) * math.cos(angle) + (y / height - 0.5) * math.sin(angle) + 0.5
    along = along.clip(0, 1)[..., None]
    return to_image(start * (1 - along) + end * along)


def blurred_scenery(rng: Random, size: Size, strength: float = 1.0) -> Image.Image:
    """Colour noise of three coarse scales, and grain."""
    width, height = size
    noise = np.random.RandomState(rng.getrandbits(31))
    pixels = np.zeros((height, width, 3), np.float32) + noise.randint(40, 215, (1, 1, 3))
    for cells, weight in ((3, 45), (8, 25), (24, 12)):
        coarse = Image.fromarray((noise.rand(cells, cells, 3) * 255).astype(np.uint8))
        fine = np.asarray(coarse.resize(size, Image.BICUBIC)).astype(np.float32)
        pixels += (fine - 128) * (weight * strength / 64)
    return to_image(pixels + noise.randn(height, width, 1) * noise.uniform(0, 8))


def to_image(pixels: np.ndarray) -> Image.Image:
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))
