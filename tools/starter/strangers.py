"""Pictures that are no drawings, changed in every way in which others of their kind may differ."""

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

ENDINGS = {".jpg", ".jpeg", ".png", ".webp"}
LEAST_SIDE = 120  # pixels; what is smaller is an icon, and often a drawing
MOST_SIDE = 640  # of what is stored: the model sees 192 x 192

Picture = Image.Image


def picture_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix.lower() in ENDINGS and file.is_file())


def read(file: Path) -> Picture | None:
    """On white, upright and no larger than MOST_SIDE; None if it is too small or cannot be read."""
    try:
        picture = ImageOps.exif_transpose(Image.open(file)).convert("RGBA")
    except (OSError, SyntaxError, ValueError):
        return None
    if min(picture.size) < LEAST_SIDE:
        return None
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return no_larger(white.convert("RGB"), MOST_SIDE)


def no_larger(picture: Picture, side: int) -> Picture:
    longest = max(picture.size)
    if longest <= side:
        return picture
    return picture.resize([max(1, round(edge * side / longest)) for edge in picture.size], Image.LANCZOS)


def cut(rng: Random, picture: Picture) -> Picture:
    width, height = (max(32, int(edge * rng.uniform(0.35, 1))) for edge in picture.size)
    x, y = (rng.randint(0, max(0, edge - part)) for edge, part in zip(picture.size, (width, height)))
    return picture.crop((x, y, min(picture.width, x + width), min(picture.height, y + height)))


def with_noise(rng: Random, picture: Picture) -> Picture:
    noise = np.random.RandomState(rng.getrandbits(31)).randn(picture.height, picture.width, 1)
    pixels = np.asarray(picture).astype(np.float32) + noise * rng.uniform(2, 15)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def as_jpeg(rng: Random, picture: Picture) -> Picture:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=rng.randint(25, 90))
    return Image.open(file).convert("RGB")


# What is done, how often.
CHANGES = [
    (0.5, cut),
    (1.0, lambda rng, picture: no_larger(picture, rng.choice([160, 224, 320, 480, 640]))),
    (0.3, lambda rng, picture: ImageOps.mirror(picture)),
    (0.15, lambda rng, picture: picture.rotate(rng.choice([90, 180, 270]), expand=True)),
    (0.15, lambda rng, picture: ImageOps.grayscale(picture).convert("RGB")),
    (0.12, lambda rng, picture: ImageOps.invert(picture)),
    (0.3, lambda rng, picture: ImageEnhance.Brightness(picture).enhance(rng.uniform(0.35, 1.6))),
    (0.3, lambda rng, picture: ImageEnhance.Color(picture).enhance(rng.uniform(0.2, 2))),
    (0.2, lambda rng, picture: picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 2.5)))),
    (0.15, with_noise),
    (0.2, as_jpeg),
]


def changed(rng: Random, picture: Picture) -> Picture:
    for often, change in CHANGES:
        if rng.random() < often:
            picture = change(rng, picture)
    return picture


def originals(folder: Path) -> Iterator[tuple[str, Picture]]:
    """The readable ones, each with a name that tells its folder."""
    for file in picture_files(folder):
        picture = read(file)
        if picture:
            yield "-".join(file.relative_to(folder).parts), picture
