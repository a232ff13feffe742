"""Pictures of the model's world with true captions, for trying the program."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from PIL import Image

from .scenes import charts, counting, objects, receipts, shapes, signs, unnamed, windows
from .scenes.example import DESCRIBE, Example

ENLARGED = 2  # so that they look well in the program; the model squeezes them again

KINDS: dict[str, tuple[int, Callable[[Random], Example]]] = {
    "one": (4, lambda rng: objects.draw(rng, 1)),
    "two": (3, lambda rng: objects.draw(rng, 2)),
    "three": (2, lambda rng: objects.draw(rng, 3)),
    "many": (2, lambda rng: counting.draw(rng, rng.randint(3, 5))),
    "shapes": (2, lambda rng: shapes.draw(rng, rng.randint(2, 4))),
    "sign": (3, lambda rng: signs.draw(rng, rng.randint(1, 2))),
    "chart": (1, charts.draw),
    "window": (1, windows.draw),
    "receipt": (1, receipts.draw),
    "unnamed": (1, lambda rng: unnamed.draw(rng, alone=True)),
}


def draw_samples(folder: Path, seed: str) -> list[dict[str, str]]:
    """Writes the pictures, and captions.json, whose rows it returns."""
    folder.mkdir(parents=True, exist_ok=True)
    captions = []
    for kind, (count, draw) in KINDS.items():
        for index in range(1, count + 1):
            example = draw(Random(f"sample {kind} {index} of {seed}"))
            name = f"{kind}-{index}.png"
            image = example.canvas.image
            size = ENLARGED * image.width, ENLARGED * image.height
            image.resize(size, Image.LANCZOS).save(folder / name, optimize=True)
            caption = next(answer for question, answer in example.turns if question in DESCRIBE)
            captions.append({"file": name, "caption": caption})
    text = json.dumps(captions, indent=1, ensure_ascii=False)
    (folder / "captions.json").write_text(text + "\n", encoding="utf-8")
    return captions
